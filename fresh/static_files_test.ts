/** Static files and scripts over HTTP. @module */

import assert from "../tests/support/assert.ts";
import { gunzipSync } from "node:zlib";
import { StaticFolder } from "./static_folder.ts";
import { makeApp } from "./testdata/app/make_app.ts";

const FOLDER = `${import.meta.dirname}/testdata/app/static`;

async function open(): Promise<(path: string, init?: RequestInit) => Promise<Response>> {
  const handler = (await makeApp()).handler();
  return (path, init) => handler(new Request(new URL(path, "http://localhost"), init));
}

const UNVERSIONED = "no-cache, no-store, max-age=0, must-revalidate";

Deno.test("static files are cached for a year with their version, and not cached without one", async () => {
  const ask = await open();
  const plain = await ask("/styles.css");
  assert.equal(plain.headers.get("cache-control"), UNVERSIONED);
  assert.match(plain.headers.get("vary")!, /^If-None-Match\b/);
  assert.equal(plain.headers.get("content-type"), "text/css; charset=utf-8");
  assert.equal(await plain.text(), await Deno.readTextFile(`${FOLDER}/styles.css`));
  const etag = plain.headers.get("etag")!;
  for (const list of [etag, etag.replace("W/", ""), `"x", ${etag}`, "*"]) {
    const again = await ask("/styles.css", { headers: { "if-none-match": list } });
    assert.equal(again.status, 304, list);
    assert.equal(again.headers.get("etag"), etag);
    assert.equal(await again.text(), "");
  }
  assert.equal((await ask("/styles.css", { headers: { "if-none-match": '"other"' } })).status, 200);
  const kept = await ask(
    `/styles.css?__frsh_c=${new StaticFolder(FOLDER).find("/styles.css")?.hash}`,
  );
  assert.equal(kept.headers.get("cache-control"), "public, max-age=31536000, immutable");
});

Deno.test("a static file with an outdated or empty version redirects to the URL without one", async () => {
  const ask = await open();
  for (const version of ["0123456789abcdef", ""]) {
    const old = await ask(`/styles.css?a=1&__frsh_c=${version}`);
    assert.equal(old.status, 307);
    assert.equal(old.headers.get("location"), "/styles.css?a=1");
  }
});

Deno.test("static files are compressed if the client accepts it", async () => {
  const ask = await open();
  const packed = await ask("/styles.css", { headers: { "accept-encoding": "gzip, deflate" } });
  assert.equal(packed.headers.get("content-encoding"), "gzip");
  assert.equal(packed.headers.get("vary"), "If-None-Match, Accept-Encoding");
  assert.equal(
    gunzipSync(await packed.bytes()).toString(),
    await Deno.readTextFile(`${FOLDER}/styles.css`),
  );
  const small = await ask("/dot.svg", { headers: { "accept-encoding": "br" } });
  assert.equal(small.headers.get("content-encoding"), null);
  assert.equal(small.headers.get("content-type"), "image/svg+xml; charset=utf-8");
});

Deno.test("staticFiles() finds names with spaces, sends no body for HEAD, and rejects other methods", async () => {
  const ask = await open();
  assert.equal(await (await ask("/deep/a%20b.txt")).text(), "été\n");
  const head = await ask("/styles.css", { method: "HEAD" });
  assert.equal(head.status, 200);
  assert.equal(await head.text(), "");
  assert.equal((await ask("/styles.css", { method: "POST" })).status, 405);
});

Deno.test("staticFiles() serves no path outside the folder", async () => {
  const ask = await open();
  const up = ["/..%2fmake_app.ts", "/%2e%2e/make_app.ts", "/deep/..%2f..%2fmake_app.ts"];
  const odd = [
    "/deep/%2e%2e%5c%2e%2e%5cmake_app.ts",
    "/%00styles.css",
    "/styles.css%00",
    "/%E0%A4%A",
  ];
  const tries = [...up, ...odd, "/deep", "/deep/", "/_fresh/js/..%2f..%2fmain.ts", "/_fresh/js/"];
  for (const path of tries) assert.equal((await ask(`http://localhost${path}`)).status, 404, path);
});

Deno.test("StaticFolder serves neither links nor hidden files", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/.secret`, "no");
    await Deno.symlink("/etc/hostname", `${folder}/link.txt`);
    const files = new StaticFolder(folder);
    assert.equal(files.find("/.secret"), null);
    assert.equal(files.find("/link.txt"), null);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("scripts are immutable, compressed and have a content type", async () => {
  const ask = await open();
  const html = await (await ask("/islands")).text();
  const urls = [...html.matchAll(/modulepreload" href="(.*?)"/g)].map(([, url]) => url);
  assert.ok(urls.length >= 4);
  for (const url of urls) {
    const script = await ask(url!, { headers: { "accept-encoding": "br" } });
    assert.equal(script.status, 200);
    assert.equal(script.headers.get("content-type"), "text/javascript; charset=utf-8");
    assert.equal(script.headers.get("cache-control"), "public, max-age=31536000, immutable");
    const packed = script.headers.get("content-encoding") === "br";
    assert.equal((await script.bytes()).length <= 512 || packed, true);
  }
});
