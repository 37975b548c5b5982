/** The bounds and deadlines of what comes from outside. SECURITY.md says where each is checked. @module */

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
