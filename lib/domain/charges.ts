/**
 * The charges of questions that take more work than an ordinary one: how much work counts as one
 * request.
 *
 * @module
 */

/**
 * How much of each kind of work counts as one request of the quota. docs/contract.md has them in
 * words.
 */
export const CHARGES = {
  /** Names of places that are compared with a text; a misspelt one is compared with all 37 500. */
  names: 9_000,
  /** Vertices of a line. */
  vertices: 4_000,
  /** Litres of the tank times kilometres of the corridor of a plan. */
  litreKm: 75,
  /** Days of a series. */
  days: 366,
  /** Kilometres of the radius of a feed. */
  feedKm: 20,
  /** Favourites whose prices are read. */
  favourites: 5,
} as const;

/** The requests that a whole piece of work counts as, of pages or of the API. */
export const FLAT_CHARGES = {
  /** The page of a route with an answer: three times the processor time of an ordinary page. */
  routePage: 3,
  /** A picture is painted for 54 ms, where a page takes 2 to 5. */
  picture: 10,
  /** A rule is stored, and each later change of the data is compared with it. */
  newRule: 10,
  /** A sitemap for a further host, which takes 23 ms. */
  furtherSitemap: 5,
} as const;
