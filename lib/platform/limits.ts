/**
 * Defines bounds and deadlines for input from outside. SECURITY.md says where each is checked.
 *
 * @module
 */

/** Bounds of input files. */
export const FILE_LIMITS = {
  /** Entries of a ZIP: a feed has one, perhaps with a folder or two. */
  zipEntries: 8,
  /** Bytes of a brand file, packed or unpacked: OpenStreetMap's has 0.5 MB. */
  brandBytes: 3_000_000,
  /** Rows of a brand file, and stations that they name together: OpenStreetMap's has 9 000. */
  brandRows: 50_000,
  /** Characters of a row of a brand file. */
  brandRowChars: 100_000,
} as const;

/** Bounds of the bodies of requests. */
export const BODY_LIMITS = {
  /** A body of REST, MCP or a device: its bytes, and the time until the last one arrives. */
  one: { maxBytes: 262_144, maxMs: 10_000 },
  /** The part of the body of a refused call that is read, to repeat its ID. */
  refused: { maxBytes: 8_192, maxMs: 1_000 },
  /** Maximum bytes of a short body, which every ordinary call has. */
  shortBytes: 16_384,
  /** Buffers of all short bodies in progress together, and of all longer ones. */
  roomBytes: 16_777_216,
  /** How long a longer body keeps its room when others need it. */
  keepMs: 3_000,
} as const;

/** Bounds of long responses. */
export const DOWNLOAD_LIMITS = {
  /** Bytes of a piece; shorter bodies are sent at once. */
  pieceBytes: 65_536,
  /** Longest time that a client may need for a piece. */
  pieceMs: 30_000,
  /** Uncompressed long responses in progress, for one client and for all. */
  ofClient: 24,
  ofAll: 96,
} as const;
