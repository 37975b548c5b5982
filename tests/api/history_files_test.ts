import { deepEqual, equal, match, ok } from "node:assert/strict";
import { asyncBufferFromUrl, parquetReadObjects } from "hyparquet";
import { makeHistory } from "../../ingest/history/make_history.ts";
import { type TestApp, withTestApp } from "../support/api_app.ts";
import { FIXTURE_AS_OF } from "../support/api_fixture.ts";

async function withFiles(
  work: (app: TestApp) => Promise<void>,
  env: Record<string, string> = { BASE_URL: "https://fuel.example" },
): Promise<void> {
  await withTestApp(async (app, db) => {
    const { generated_at, files, license } = await app.json("/data/history/index.json");
    deepEqual([generated_at, files, license], [null, [], "ODbL-1.0"], "before the first files");
    for (const name of ["datapackage.json", "catalog.jsonld"]) await app.json(`/data/history/${name}`);
    await makeHistory(db, { now: FIXTURE_AS_OF });
    await work(app);
  }, { readers: ["snapshot"], env });
}

// Proves docs/data.md#files-of-past-prices
Deno.test("a Parquet reader on a page of another origin finds all rows of a file by its parts", () =>
  withFiles(async (app) => {
    const { files } = await app.json("/data/history/index.json");
    ok(files.length >= 4);
    const { name, rows } = files.find(({ name }: { name: string }) => /^\d.*parquet$/.test(name));
    const statuses = new Set<number>();
    const file = await asyncBufferFromUrl({
      url: `http://localhost:8000/data/history/${name}`,
      async fetch(url, init) {
        const response = await app.fetch(String(url), init);
        match(response.headers.get("access-control-expose-headers")!, /Content-Range/);
        statuses.add(response.status);
        return response;
      },
    });
    equal((await parquetReadObjects({ file })).length, rows);
    ok(statuses.has(206), [...statuses].join());
  }));

Deno.test("lists of the files describe each with its columns, size and hash", () =>
  withFiles(async (app) => {
    const { generated_at, attribution, license, files } = await app.json("/data/history/index.json");
    match(generated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    ok(attribution && license);
    for (const { name, sha256, made_at, versioned_name, ...file } of files) {
      deepEqual(Object.keys(file).toSorted(), ["bytes", "closed", "covered_days", "from", "rows", "table", "to"]);
      equal(made_at, FIXTURE_AS_OF.toISOString());
      equal(versioned_name, `${sha256.slice(0, 16)}-${name}`);
    }
    const { resources } = await app.json("/data/history/datapackage.json");
    deepEqual(
      resources.map(({ path, bytes }: { path: string; bytes: number }) => [path, bytes]),
      files.map(({ name, bytes }: { name: string; bytes: number }) => [name, bytes]),
    );
    for (const { schema } of resources) for (const { description } of schema.fields) ok(description.length > 3);
    const catalog = await app.json("/data/history/catalog.jsonld");
    const urls = catalog["dcat:dataset"]["dcat:distribution"].map((one: Record<string, { "@id": string }>) =>
      one["dcat:downloadURL"]!["@id"]
    );
    deepEqual(urls, files.map(({ name }: { name: string }) => `https://fuel.example/data/history/${name}`));
  }));

Deno.test("without BASE_URL no list that shared caches keep contains the host of one request", () =>
  withFiles(async (app) => {
    for (const name of ["index.json", "datapackage.json", "catalog.jsonld"]) {
      const { headers, text } = await app.read(`http://forged.example/data/history/${name}`);
      const isShared = /\bpublic\b/.test(headers.get("cache-control") ?? "public");
      ok(!(isShared && text.includes("forged.example")), `${name}: ${headers.get("cache-control")}`);
    }
  }, {}));

Deno.test("the file of current prices is served in part as well", () =>
  withTestApp(async (app) => {
    const whole = await app.fetch("/data/current.csv");
    const [text, etag] = [await whole.text(), whole.headers.get("etag")!];
    const headers = { range: "bytes=10-19", "if-range": etag, "accept-encoding": "br" };
    const part = await app.fetch("/data/current.csv", { headers });
    deepEqual([part.status, await part.text()], [206, text.slice(10, 20)]);
    equal(part.headers.get("content-range"), `bytes 10-19/${new TextEncoder().encode(text).length}`);
    equal((await app.fetch("/data/current.csv", { headers: { range: "bytes=99999999-" } })).status, 416);
    const head = await app.fetch("/data/current.csv", { method: "HEAD" });
    equal(head.headers.get("content-length"), String(new TextEncoder().encode(text).length));
    equal(head.headers.get("etag"), etag);
  }));
