/** The second stage: a feed's XML to raw stations, one at a time, so that the largest archive needs no more memory than the smallest feed. @module */

import { cutElements } from "./decode/cut_elements.ts";
import { parseStation } from "./decode/parse_station.ts";
import { textChunks } from "./decode/text_chunks.ts";
import type { RawStation } from "./raw_station.ts";

export { unpackFeed } from "./decode/unpack.ts";

/**
 * The stations of a feed's or an archive's XML in the order in which they stand there, read as the stream arrives.
 * Throws `FeedRefused`: `html`, `not_a_feed`, `bad_xml`, `dtd`, `too_large`, `truncated` (the list is not closed).
 */
export async function* decodeStations(stream: ReadableStream<Uint8Array>): AsyncGenerator<RawStation> {
  for await (const element of cutElements(textChunks(stream))) yield parseStation(element);
}
