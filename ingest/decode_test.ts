import { deepEqual, equal, ok, rejects, throws } from "../tests/support/assert.ts";
import fc from "../tests/packages/fast_check.ts";
import { XMLValidator } from "fast-xml-parser";
import { BlobReader, BlobWriter, ZipWriter } from "@zip.js/zip.js";
import { decodeStations } from "./decode.ts";
import { parseElement, type RawStation } from "./parse_station.ts";
import { FeedRefused, type RefusalCode } from "./refusals.ts";
import { unpackFeed } from "./unpack.ts";

const encoder = new TextEncoder();
const OPEN = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<pdv_liste>\n';
const STATION =
  '<pdv id="1000001" latitude="1" longitude="2" cp="01000" pop="R"><adresse>1 rue</adresse>' +
  '<prix nom="E10" id="5" maj="2026-01-01 00:00:00" valeur="1.700"/></pdv>\n';
const FEED = `${OPEN}${STATION}${STATION.replace("1000001", "1000002")}</pdv_liste>\n`;
const LIMIT = { maxUnpackedBytes: 1_000_000 };

function toStream(...pieces: Uint8Array[]): ReadableStream<Uint8Array> {
  return ReadableStream.from(pieces);
}

async function decode(...pieces: Uint8Array[]): Promise<RawStation[]> {
  return await Array.fromAsync(decodeStations(toStream(...pieces)));
}

async function decodePacked(bytes: Uint8Array, options = LIMIT): Promise<RawStation[]> {
  const stream = unpackFeed(bytes, options);
  return await Array.fromAsync(decodeStations(stream));
}

async function zip(members: Record<string, string>): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [name, text] of Object.entries(members)) {
    await writer.add(name, new BlobReader(new Blob([text])));
  }
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

function refuses(code: RefusalCode) {
  return (error: unknown) => error instanceof FeedRefused && error.code === code;
}

Deno.test("decodeStations() returns the same stations however the stream is split into chunks", async () => {
  const bytes = encoder.encode(FEED);
  const whole = await decode(bytes);
  equal(whole.length, 2);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 12 }), async (cuts) => {
      const ends = [...new Set([0, ...cuts, bytes.length])].sort((a, b) => a - b);
      const pieces = ends.slice(1).map((end, index) => bytes.subarray(ends[index], end));
      deepEqual(await decode(...pieces), whole);
    }),
  );
  deepEqual(await decode(...Array.from(bytes, (byte) => Uint8Array.of(byte))), whole);
});

Deno.test("decodeStations() rejects a feed that is truncated at any point", async () => {
  const bytes = encoder.encode(FEED.trimEnd());
  for (let end = OPEN.length; end < bytes.length; end++) {
    await rejects(decode(bytes.subarray(0, end)), refuses("truncated"), `cut at ${end}`);
  }
});

Deno.test("decodeStations() keeps an ampersand that starts no reference, wherever the text is split", async () => {
  const text =
    `${OPEN}<pdv id="1"><adresse>A & B, C&D R&amp;D &#233;&</adresse><ville>x&y</ville></pdv></pdv_liste>`;
  const bytes = encoder.encode(text);
  for (let cut = 1; cut < bytes.length; cut++) {
    const stations = [];
    for await (const station of decodeStations([bytes.subarray(0, cut), bytes.subarray(cut)])) {
      stations.push(station);
    }
    deepEqual([stations[0]!.address, stations[0]!.city], ["A & B, C&D R&D é&", "x&y"]);
  }
});

Deno.test("decodeStations() accepts >, quotes and self-closing elements where XML allows them", async () => {
  const odd =
    `\n ${OPEN}<!-- <pdv id="9"/> --><?x?><pdv id='1' latitude="a>b" longitude="2" cp="3" pop="R"/>` +
    `<pdv id="2"><ville><![CDATA[A & <B>]]></ville><prix valeur="1.7" maj='x' id="5" nom="E10"/></pdv></pdv_liste><!-- end -->`;
  const [first, second] = await decode(encoder.encode(odd));
  deepEqual([first!.id, first!.latitude], ["1", "a>b"]);
  deepEqual([second!.city, second!.prices], ["A & <B>", [{ fuel: "E10", at: "x", value: "1.7" }]]);
});

Deno.test("decodeStations() keeps the order of rows in both forms, and ignores rows inside comments", async () => {
  const first = '<prix nom="E10" id="5" maj="a" valeur="1"/>';
  const rows = `${first}<prix id="5" nom="E10" maj="a" valeur="2"/>${
    first.replace('"1"', '"3"')
  }<!-- ${first} -->`;
  const [station] = await decode(encoder.encode(`${OPEN}<pdv id="1">${rows}</pdv></pdv_liste>`));
  deepEqual(station!.prices.map(({ value }) => value), ["1", "2", "3"]);
});

Deno.test("decodeStations() rejects content that does not belong in a feed", async () => {
  const cases: [string, RefusalCode][] = [
    ["", "not_a_feed"],
    ["<?xml version='1.0'?><rss></rss>", "not_a_feed"],
    ["<html><body>Erreur</body></html>", "html"],
    ["<!DOCTYPE html><html></html>", "html"],
    ['<!DOCTYPE a [<!ENTITY b "c">]><pdv_liste></pdv_liste>', "dtd"],
    [`${OPEN}<pdv id="1"><ville>&b;</ville></pdv></pdv_liste>`, "dtd"],
    [`${OPEN}<pdv id="1"><ville>x</pdv></pdv_liste>`, "bad_xml"],
    [`${OPEN}<pdv id="1"><ville>&#0;</ville></pdv></pdv_liste>`, "bad_xml"],
    [`${OPEN}<station/></pdv_liste>`, "bad_xml"],
    [`${OPEN}text</pdv_liste>`, "bad_xml"],
    ["<?xml version='1.0' encoding='EBCDIC'?><pdv_liste></pdv_liste>", "bad_xml"],
    ['<pdv id="1"/>', "bad_xml"],
  ];
  for (const [text, code] of cases) {
    await rejects(decode(encoder.encode(text)), refuses(code), text);
  }
});

Deno.test("parseElement() rejects the same elements as a validator that checks each price separately", () => {
  const price = '<prix nom="E10" id="5" maj="a b=" valeur="1.7"/>';
  const pieces = [
    price,
    `${price}\n${price}`,
    '<ville x="',
    "<ville x='",
    '">',
    "'>",
    "</ville>",
    "<ville>",
    "<!--",
    "-->",
  ];
  const others = [
    "<![CDATA[",
    "]]>",
    price.slice(0, 20),
    price.slice(20),
    "<prix/>",
    "-",
    "<",
    " ",
    'nom="E10"',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces, ...others), { maxLength: 9 }), (parts) => {
      const xml = `<pdv>${parts.join("")}</pdv>`;
      const parse = () => parseElement(xml, "station 1");
      if (XMLValidator.validate(xml) === true) parse();
      else throws(parse, refuses("bad_xml"));
    }),
    { numRuns: 20_000 },
  );
});

Deno.test("decodeStations() honours the encoding that a feed declares, and rejects invalid UTF-8", async () => {
  const withBytes = (encoding: string, ...letter: number[]) => {
    const head = `<?xml version="1.0" encoding="${encoding}"?><pdv_liste><pdv id="1"><ville>S`;
    return new Uint8Array([
      ...encoder.encode(head),
      ...letter,
      ...encoder.encode("te</ville></pdv></pdv_liste>"),
    ]);
  };
  equal((await decode(withBytes("ISO-8859-1", 0xe8)))[0]!.city, "Sète");
  equal((await decode(withBytes("UTF-8", 0xc3, 0xa8)))[0]!.city, "Sète");
  await rejects(decode(withBytes("UTF-8", 0xe8)), refuses("bad_xml"));
});

Deno.test("decodeStations() keeps only one station in memory", async () => {
  const stations = 20_000;
  const piece = encoder.encode(STATION.repeat(100));
  let read = 0;
  let pulled = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (pulled === 0) controller.enqueue(encoder.encode(OPEN));
      if (++pulled * 100 <= stations) controller.enqueue(piece);
      else {
        controller.enqueue(encoder.encode("</pdv_liste>"));
        controller.close();
      }
    },
  }, { highWaterMark: 0 });
  for await (const _station of decodeStations(stream)) {
    read++;
    ok(pulled * 100 - read < 500, `${pulled} pieces were read for ${read} stations`);
  }
  equal(read, stations);
});

Deno.test("unpackFeed() reads a ZIP of one XML file and plain XML alike", async () => {
  deepEqual(
    await decodePacked(await zip({ "a.xml": FEED })),
    await decodePacked(encoder.encode(FEED)),
  );
});

Deno.test("unpackFeed() rejects a ZIP that is truncated or damaged anywhere", async () => {
  const whole = await zip({ "a.xml": FEED });
  for (const share of [0.1, 0.3, 0.6, 0.9, 0.99]) {
    await rejects(
      decodePacked(whole.subarray(0, whole.length * share)),
      refuses("bad_zip"),
      `cut at ${share}`,
    );
  }
  const header = new DataView(whole.buffer);
  // The start of the member's compressed data.
  const start = 30 + header.getUint16(26, true) + header.getUint16(28, true);
  let unnoticed = 0;
  for (let at = start; at < start + 60; at++) {
    const damaged = Uint8Array.from(whole);
    damaged[at]! ^= 0x5a;
    await decodePacked(damaged).then(
      () => unnoticed++,
      (error) => ok(error instanceof FeedRefused, String(error)),
    );
  }
  equal(unnoticed, 0);
});

Deno.test("unpackFeed() rejects a ZIP that does not hold exactly one XML file", async () => {
  for (
    const members of [{}, { "a.txt": FEED }, { "a.xml": FEED, "b.xml": FEED }, {
      "a.xml": FEED,
      "b.exe": "x",
    }]
  ) {
    const packed = await zip(members as Record<string, string>);
    await rejects(decodePacked(packed), refuses("bad_zip"), JSON.stringify(members));
  }
});

Deno.test("unpackFeed() rejects a ZIP with many entries before it reads them all", async () => {
  const packed = await zip(
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.xml`, FEED])),
  );
  // A reader of the whole directory would fail at its last entry with another message.
  packed[
    packed.findLastIndex((byte, at) =>
      byte === 0x50 && packed[at + 1] === 0x4b && packed[at + 2] === 0x01
    )
  ] = 0;
  await rejects(decodePacked(packed), {
    name: "FeedRefused",
    detail: "it holds more than 8 entries",
  });
});

Deno.test("unpackFeed() rejects a ZIP bomb, by its declared size and by its real size", async () => {
  const bomb = await zip({ "a.xml": OPEN + " ".repeat(5_000_000) });
  ok(bomb.length < 20_000);
  await rejects(decodePacked(bomb), refuses("too_large"));
  await rejects(decodePacked(encoder.encode(OPEN + " ".repeat(2_000_000))), refuses("too_large"));
  const lying = Uint8Array.from(bomb);
  const view = new DataView(lying.buffer);
  for (let at = 0; at + 4 <= lying.length; at++) {
    if (view.getUint32(at, true) === 5_000_000 + OPEN.length) view.setUint32(at, 1_000, true);
  }
  await rejects(decodePacked(lying), (error) => error instanceof FeedRefused);
});

Deno.test("unpackFeed() rejects HTML pages, other text and empty input", async () => {
  for (const page of ["<!doctype HTML><p>", "\n <html>"]) {
    await rejects(decodePacked(encoder.encode(page)), refuses("html"), page);
  }
  for (const text of ["Service unavailable", "", '{"error":1}']) {
    await rejects(decodePacked(encoder.encode(text)), refuses("not_a_feed"), text);
  }
});
