/** The bounds and deadlines of what comes from outside. SECURITY.md says where each is checked. @module */

/** Bounds of files that are read. */
export const FILE_LIMITS = {
  /** Entries of a ZIP: a feed has one, and a folder or two may come with it. */
  zipEntries: 8,
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
