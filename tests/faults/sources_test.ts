import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { Buffer } from "node:buffer";
import { deflateRawSync, gzipSync } from "node:zlib";
import { mayRedirect } from "../../ingest/fetch.ts";
import type { Db } from "../../lib/db/db.ts";
import { toPublicUrl } from "../../lib/platform/public_url.ts";
import { createTestApp } from "../support/api_app.ts";
import { startProgram, startServer } from "../support/process.ts";
import { readProcess } from "../support/process_figures.ts";
import { withServerDb } from "../support/server_db.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const SECRET = "s3cr3t";
const FEED = toFeed(toStations(120, "2026-06-05 12:00:00"));
/**
 * The memory that a process may need beyond that for a small feed: the limit of a download and its
 * copies.
 */
const MORE_MB = 500;

function toText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function gzipped(bytes: Uint8Array): Response {
  return new Response(new Uint8Array(gzipSync(bytes, { level: 1 })), {
    headers: { "content-encoding": "gzip" },
  });
}

/** Returns a ZIP of one XML of spaces, 150 MB decompressed, that declares a thousand bytes. */
function toLyingZip(): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(new Uint8Array(150_000_000).fill(32), { level: 1 });
  const head = (signature: number, size: number) => {
    const view = new DataView(new ArrayBuffer(size));
    view.setUint32(0, signature, true);
    return view;
  };
  const local = head(0x04034b50, 30);
  const central = head(0x02014b50, 46);
  const end = head(0x06054b50, 22);
  for (const [view, from] of [[local, 4], [central, 6]] as const) {
    view.setUint16(from, 20, true);
    view.setUint16(from + 4, 8, true); // deflated
    view.setUint32(from + 14, packed.length, true);
    view.setUint32(from + 18, 1_000, true);
    view.setUint16(from + 22, 5, true);
  }
  end.setUint16(8, 1, true);
  end.setUint16(10, 1, true);
  end.setUint32(12, 51, true);
  end.setUint32(16, 35 + packed.length, true);
  const name = toText("a.xml");
  return new Uint8Array(Buffer.concat([
    new Uint8Array(local.buffer),
    name,
    packed,
    new Uint8Array(central.buffer),
    name,
    new Uint8Array(end.buffer),
  ]));
}

type Ingested = { code: number; said: string; peakMb: number };

async function ingest(databaseUrl: string, feedUrl: string): Promise<Ingested> {
  const env = { DATABASE_URL: databaseUrl, FEED_URL: feedUrl, CLOCK: "2026-06-05T10:20:00Z" };
  const program = startProgram(["ingest/commands/ingest.ts"], env);
  let peakMb = 0;
  // until the process ends
  const look = () => readProcess(program.pid).then((figures) => peakMb = figures.peakMb, () => {});
  const timer = setInterval(look, 20);
  const { code, lines, stderr } = await program.end();
  clearInterval(timer);
  return { code, said: lines.join("\n") + stderr, peakMb };
}

async function readPublic(db: Db): Promise<{ runs: string; message: string | null }> {
  const [row] = await db.query<{ runs: string }>({
    text: "select json_agg(r)::text as runs from ingest_run r",
  });
  const app = await createTestApp(db, { reader: "PostGIS" });
  const { last_run } = await (await app.fetch("/readyz")).json();
  await app.close();
  return { runs: row!.runs, message: last_run.message };
}

const CASES: [name: string, answer: (origin: string) => Response, message: RegExp][] = [
  [
    "a redirect to a page that holds a secret",
    (origin) => Response.redirect(`${origin}/internal?key=${SECRET}`),
    /^The bytes are neither a ZIP nor an XML of stations$/,
  ],
  [
    "a broken feed that holds a secret",
    () => new Response(`<pdv_liste><pdv id="${SECRET}"><${SECRET}></b></pdv></pdv_liste>`),
    /^The XML is malformed or not in the official layout: not well formed in line 1 of it, in station 1 of the file$/,
  ],
  [
    "an error that repeats the secret",
    () =>
      new Response(SECRET, {
        status: 404,
        statusText: SECRET,
        headers: { "content-type": `text/${SECRET}` },
      }),
    /^The source answered with status 404$/,
  ],
  [
    "a redirect into a private network",
    () => Response.redirect(`http://10.11.12.13/${SECRET}`),
    /^The source redirects to an address that is not https on a public host$/,
  ],
  [
    "a redirect to the address of a cloud's secrets",
    () => Response.redirect(`https://169.254.169.254/${SECRET}`),
    /^The source redirects to an address that is not https on a public host$/,
  ],
  [
    "a redirect to itself",
    (origin) => Response.redirect(`${origin}/again`),
    /^The source redirects more than 5 times$/,
  ],
  [
    "gzip that unpacks to 150 MB",
    () => gzipped(new Uint8Array(150_000_000).fill(60)),
    /more than 64000000 bytes$/,
  ],
  [
    "a ZIP that unpacks to 150 MB",
    () => new Response(toLyingZip()),
    /^(The ZIP is|The feed is larger)/,
  ],
  [
    "five million stations without an id",
    () => gzipped(toText(`<pdv_liste>${"<pdv/>".repeat(5_000_000)}</pdv_liste>`)),
    /more than 50000 stations$/,
  ],
];

Deno.test("a misleading source leaves none of its text, no key of its URL, and little in memory", async (t) => {
  let answer: (origin: string) => Response = () => new Response(FEED);
  const server = startServer(({ url }) => {
    const { pathname, origin } = new URL(url);
    if (pathname === "/again") return Response.redirect(url);
    return pathname === "/internal" ? new Response(`internal ${SECRET}`) : answer(origin);
  });
  const feedUrl = `${server.url.replace("//", `//user:${SECRET}@`)}/feed?key=${SECRET}`;
  await withServerDb(async (db, url) => {
    const first = await ingest(url, feedUrl);
    equal(first.code, 0, first.said);
    for (const [name, toAnswer, message] of CASES) {
      await t.step(name, async () => {
        answer = toAnswer;
        const { code, said, peakMb } = await ingest(url, feedUrl);
        equal(code, 1, said);
        ok(!said.includes(SECRET), said);
        ok(peakMb < first.peakMb + MORE_MB, `${peakMb} MB after ${first.peakMb}`);
        const { runs, message: reported } = await readPublic(db);
        ok(!runs.includes(SECRET), runs);
        match(reported ?? "", message);
      });
    }
  }).finally(() => server.stop());
});

Deno.test("redirects stay on public https hosts, within the origin, or on loopback if the source is there", async () => {
  const may = (from: string, to: string) => mayRedirect(new URL(from), new URL(to));
  const publicUrl = "https://192.88.99.1/feed"; // any public address
  const refused = [
    "http://8.8.8.8/",
    "https://10.0.0.1/",
    "https://127.0.0.1/",
    "https://localhost/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://[fc00::1]/",
    "https://169.254.169.254/",
    "https://100.64.0.1/",
    "https://0.0.0.0/",
    "https://2130706433/",
    "file:///etc/passwd",
    "ftp://8.8.8.8/",
  ];
  for (const target of refused) equal(await may(publicUrl, target), false, target);
  equal(await may(publicUrl, "https://8.8.8.8/other"), true);
  equal(await may("http://10.0.0.1/feed", "http://10.0.0.1/feed/"), true);
  equal(await may("http://10.0.0.1/feed", "http://10.0.0.2/feed"), false);
  equal(await may("http://127.0.0.1:1/feed", "http://localhost:2/feed"), true);
  equal(await may("http://10.0.0.1/feed", "http://127.0.0.1/feed"), false);
});

Deno.test("a URL is shown without its secrets, even an invalid one", () => {
  const shown = [
    "https://u:p@a.example:8/x?k=1#f",
    "https://a.example/x@y",
    "u:p@a.example/x?k=1",
    "ftp://u:p/w@a/",
  ];
  deepEqual(shown.map(toPublicUrl), [
    "https://a.example:8/x",
    "https://a.example/x@y",
    "a.example/x",
    "ftp://u:p/w@a/",
  ]);
});
