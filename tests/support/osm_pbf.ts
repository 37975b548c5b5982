/**
 * Writes a network of roads as an OpenStreetMap file (PBF, uncompressed), from which routing
 * engines build their tiles.
 *
 * @module
 */

import type { RoadGraph } from "./road_graph.ts";

function toBytes(value: Uint8Array | string | Message): Uint8Array {
  if (value instanceof Message) return value.toBytes();
  return typeof value === "string" ? new TextEncoder().encode(value) : value;
}

/** Writes a protocol buffer field by field. */
class Message {
  readonly #bytes: number[] = [];

  varint(field: number, value: number | bigint): this {
    this.#push(BigInt(field << 3));
    return this.#push(BigInt(value));
  }

  signed(field: number, value: number): this {
    return this.varint(field, toZigzag(value));
  }

  bytes(field: number, value: Uint8Array | string | Message): this {
    const bytes = toBytes(value);
    this.#push(BigInt((field << 3) | 2));
    this.#push(BigInt(bytes.length));
    for (const byte of bytes) this.#bytes.push(byte);
    return this;
  }

  packed(field: number, values: readonly (number | bigint)[]): this {
    const inner = new Message();
    for (const value of values) inner.#push(BigInt(value));
    return this.bytes(field, inner);
  }

  toBytes(): Uint8Array {
    return new Uint8Array(this.#bytes);
  }

  #push(value: bigint): this {
    for (; value > 127n; value >>= 7n) this.#bytes.push(Number(value & 127n) | 128);
    this.#bytes.push(Number(value));
    return this;
  }
}

function toZigzag(value: number): bigint {
  return BigInt(value < 0 ? -2 * value - 1 : 2 * value);
}

function toBlock(type: string, content: Message): Uint8Array {
  const raw = content.toBytes();
  const blob = new Message().bytes(1, raw).varint(2, raw.length).toBytes();
  const header = new Message().bytes(1, type).varint(3, blob.length).toBytes();
  const block = new Uint8Array(4 + header.length + blob.length);
  new DataView(block.buffer).setUint32(0, header.length);
  block.set(header, 4);
  block.set(blob, 4 + header.length);
  return block;
}

const TEXTS = [
  "",
  "highway",
  "oneway",
  "maxspeed",
  "yes",
  "no",
  "motorway",
  "motorway_link",
  "secondary",
];

/** The texts of a block, numbered in the order of first use. */
class Texts {
  readonly #numbers = new Map<string, number>(TEXTS.map((text, i) => [text, i]));

  number(text: string): number {
    const known = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, known);
    return known;
  }

  toMessage(): Message {
    const table = new Message();
    for (const text of this.#numbers.keys()) table.bytes(1, text);
    return table;
  }
}

/** Returns the file's bytes. Nodes are numbered from 1, and each road is a way of two nodes. */
export function toOsmPbf({ nodes, roads }: RoadGraph): Uint8Array {
  const texts = new Texts();
  const places = new Message();
  for (const [i, { lat, lng }] of nodes.entries()) {
    const node = new Message().signed(1, i + 1).signed(8, Math.round(lat * 1e7)).signed(
      9,
      Math.round(lng * 1e7),
    );
    places.bytes(1, node);
  }
  const ends = new Set(
    roads.filter(({ isMotorway }) => isMotorway).flatMap(({ from, to }) => [from, to]),
  );
  const ways = new Message();
  for (const [i, { from, to, isOneWay, isMotorway, kmh }] of roads.entries()) {
    const other = ends.has(from) || ends.has(to) ? "motorway_link" : "secondary";
    const tags = {
      highway: isMotorway ? "motorway" : other,
      oneway: isOneWay ? "yes" : "no",
      maxspeed: String(kmh),
    };
    const way = new Message().varint(1, i + 1)
      .packed(2, Object.keys(tags).map((key) => texts.number(key)))
      .packed(3, Object.values(tags).map((value) => texts.number(value)))
      .packed(8, [toZigzag(from + 1), toZigzag(to - from)]);
    ways.bytes(3, way);
  }
  const blocks = [
    toBlock("OSMHeader", new Message().bytes(4, "OsmSchema-V0.6")),
    toBlock("OSMData", new Message().bytes(1, texts.toMessage()).bytes(2, places)),
    toBlock("OSMData", new Message().bytes(1, texts.toMessage()).bytes(2, ways)),
  ];
  const file = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    file.set(block, at);
    at += block.length;
  }
  return file;
}
