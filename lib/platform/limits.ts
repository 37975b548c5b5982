/**
 * The bounds and deadlines of what comes from outside. SECURITY.md says where each is checked.
 *
 * @module
 */

/** Bounds of files that are read. */
export const FILE_LIMITS = {
  /** Entries of a ZIP: a feed has one, and a folder or two may come with it. */
  zipEntries: 8,
  /** Bytes of a brand file, packed and unpacked: OpenStreetMap's has 0.5 MB. */
  brandBytes: 3_000_000,
  /** Rows of a brand file, and stations that they name together: OpenStreetMap's has 9 000. */
  brandRows: 50_000,
  /** Characters of a row of a brand file. */
  brandRowChars: 100_000,
} as const;

/** Bounds of the bodies of requests. */
export const BODY_LIMITS = {
  /** One body of REST, MCP or a device: bytes, and the time until its last one. */
  one: { maxBytes: 262_144, maxMs: 10_000 },
  /** What is read of the body of a refused call, to repeat its id. */
  refused: { maxBytes: 8_192, maxMs: 1_000 },
  /** Up to this a body is short, as every ordinary call is. */
  shortBytes: 16_384,
  /** Buffers of all short bodies in progress together, and of all of which more has arrived. */
  roomBytes: 16_777_216,
  /** How long a body of which more has arrived keeps its room when others need it. */
  keepMs: 3_000,
} as const;

/** Bounds of long answers that are sent. */
export const DOWNLOAD_LIMITS = {
  /** Bytes that are handed over at a time; shorter bodies are sent at once. */
  pieceBytes: 65_536,
  /** Longest time in which a client takes a piece. */
  pieceMs: 30_000,
  /** Long answers without compression under way, of one client and of all. */
  ofClient: 24,
  ofAll: 96,
} as const;
