import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { asyncBufferFromUrl, parquetReadObjects } from "../packages/hyparquet.ts";
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
    for (const name of ["datapackage.json", "catalog.jsonld"]) {
      await app.json(`/data/history/${name}`);
    }
    await makeHistory(db, { now: FIXTURE_AS_OF });
    await work(app);
  }, { readers: ["snapshot"], env });
}

// Proves docs/data.md#files-of-past-prices
Deno.test("a Parquet reader on a page of another origin finds all rows of a file by range requests", () =>
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

type Answer = { status: number; body: ArrayBuffer; header(name: string): string | null };

/**
 * Returns the part of a response that a page of another origin may see, as a browser requests it.
 */
async function askFromPage(
  app: TestApp,
  path: string,
  init: { method: string; range?: string },
): Promise<Answer> {
  const { method, range } = init;
  // Browsers accept no compression together with a range.
  const headers: Record<string, string> = {
    origin: "https://other.example",
    "accept-encoding": "gzip, deflate, br",
  };
  if (range !== undefined) Object.assign(headers, { range, "accept-encoding": "identity" });
  const response = await app.fetch(path, { method, headers });
  equal(response.headers.get("access-control-allow-origin"), "*");
  const exposed = response.headers.get("access-control-expose-headers")!.toLowerCase().split(", ");
  return {
    status: response.status,
    body: await response.arrayBuffer(),
    header: (name) => exposed.includes(name) ? response.headers.get(name) : null,
  };
}

const read = async (app: TestApp, path: string, range: string) =>
  await askFromPage(app, path, { method: "GET", range });

/** Opens a file as DuckDB-WASM does: HEAD with a range, then GET for one byte. */
async function openAsDuckdbWasm(app: TestApp, path: string): Promise<number> {
  equal((await askFromPage(app, path, { method: "HEAD" })).status, 200);
  const head = await askFromPage(app, path, { method: "HEAD", range: "bytes=0-" });
  equal(head.status, 200, "RFC 9110 defines ranges for GET only");
  const byte = await read(app, path, "bytes=0-0");
  deepEqual([byte.status, byte.header("content-length"), byte.body.byteLength], [206, "1", 1]);
  return Number(byte.header("content-range")!.split("/")[1]);
}

/** Opens a file as older releases do, which trust the headers of HEAD. */
async function openAsOldDuckdbWasm(app: TestApp, path: string): Promise<number> {
  const head = await askFromPage(app, path, { method: "HEAD", range: "bytes=0-" });
  deepEqual([head.status, head.header("accept-ranges")], [200, "bytes"]);
  return Number((await askFromPage(app, path, { method: "HEAD" })).header("content-length"));
}

Deno.test("DuckDB-WASM finds the size of a file and reads ranges of it on a page of another origin", () =>
  withFiles(async (app) => {
    const { files } = await app.json("/data/history/index.json");
    const parquet = files.find(({ name }: { name: string }) => /^\d.*parquet$/.test(name));
    for (const name of [parquet.name, parquet.versioned_name]) {
      const path = `/data/history/${name}`;
      for (const open of [openAsDuckdbWasm, openAsOldDuckdbWasm]) {
        equal(await open(app, path), parquet.bytes);
      }
      const slice = async (from: number, to = parquet.bytes) => {
        const { status, body } = await read(app, path, `bytes=${from}-${to - 1}`);
        deepEqual([status, body.byteLength], [206, to - from]);
        return body;
      };
      equal(
        (await parquetReadObjects({ file: { byteLength: parquet.bytes, slice } })).length,
        parquet.rows,
      );
    }
    const whole = (await read(app, "/data/current.csv", "bytes=0-")).body.byteLength;
    equal(await openAsDuckdbWasm(app, "/data/current.csv"), whole);
    const preflight = await app.fetch(`/data/history/${parquet.name}`, {
      method: "OPTIONS",
      headers: {
        "access-control-request-method": "HEAD",
        "access-control-request-headers": "range",
      },
    });
    deepEqual(
      [preflight.status, preflight.headers.get("access-control-allow-headers")],
      [204, "*"],
      "older browsers send a preflight before a range",
    );
    match(preflight.headers.get("access-control-allow-methods")!, /HEAD/);
  }));

Deno.test("file lists describe each file with its columns, size and hash", () =>
  withFiles(async (app) => {
    const { generated_at, attribution, license, files } = await app.json(
      "/data/history/index.json",
    );
    match(generated_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    ok(attribution && license);
    for (const { name, sha256, made_at, versioned_name, ...file } of files) {
      deepEqual(Object.keys(file).toSorted(), [
        "bytes",
        "closed",
        "covered_days",
        "from",
        "rows",
        "table",
        "to",
      ]);
      equal(made_at, FIXTURE_AS_OF.toISOString());
      equal(versioned_name, `${sha256.slice(0, 16)}-${name}`);
    }
    const { resources } = await app.json("/data/history/datapackage.json");
    deepEqual(
      resources.map(({ path, bytes }: { path: string; bytes: number }) => [path, bytes]),
      files.map(({ name, bytes }: { name: string; bytes: number }) => [name, bytes]),
    );
    for (const { schema } of resources) {
      for (const { description } of schema.fields) ok(description.length > 3);
    }
    const catalog = await app.json("/data/history/catalog.jsonld");
    const urls = catalog["dcat:dataset"]["dcat:distribution"].map((
      one: Record<string, { "@id": string }>,
    ) => one["dcat:downloadURL"]!["@id"]);
    deepEqual(
      urls,
      files.map(({ name }: { name: string }) => `https://fuel.example/data/history/${name}`),
    );
  }));

Deno.test("without BASE_URL, lists that shared caches may store never contain the host of a request", () =>
  withFiles(async (app) => {
    for (const name of ["index.json", "datapackage.json", "catalog.jsonld"]) {
      const { headers, text } = await app.read(`http://forged.example/data/history/${name}`);
      const isShared = /\bpublic\b/.test(headers.get("cache-control") ?? "public");
      ok(
        !(isShared && text.includes("forged.example")),
        `${name}: ${headers.get("cache-control")}`,
      );
    }
  }, {}));

Deno.test("the file of current prices supports range requests too", () =>
  withTestApp(async (app) => {
    const whole = await app.fetch("/data/current.csv");
    const text = await whole.text();
    const etag = whole.headers.get("etag")!;
    const headers = { range: "bytes=10-19", "if-range": etag, "accept-encoding": "br" };
    const part = await app.fetch("/data/current.csv", { headers });
    deepEqual([part.status, await part.text()], [206, text.slice(10, 20)]);
    equal(
      part.headers.get("content-range"),
      `bytes 10-19/${new TextEncoder().encode(text).length}`,
    );
    equal(
      (await app.fetch("/data/current.csv", { headers: { range: "bytes=99999999-" } })).status,
      416,
    );
    const head = await app.fetch("/data/current.csv", { method: "HEAD" });
    equal(head.headers.get("content-length"), String(new TextEncoder().encode(text).length));
    equal(head.headers.get("etag"), etag);
  }));
