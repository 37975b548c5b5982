/**
 * How much work counts as one request of the quota, for requests that take more work than an
 * ordinary one.
 *
 * @module
 */

/** How much of each kind of work counts as one request. docs/contract.md lists these charges. */
export const CHARGES = {
  /** Place names compared with a text; a misspelt name is compared with all 37 500. */
  names: 9_000,
  /** Vertices of a line. */
  vertices: 4_000,
  /** Litres of the tank times kilometres of the corridor, for a plan. */
  litreKm: 75,
  /** Days of a series. */
  days: 366,
  /** Kilometres of the radius of a feed. */
  feedKm: 20,
  /** Favourites whose prices are read. */
  favourites: 5,
} as const;

/** How many ordinary requests a whole piece of work counts as. */
export const FLAT_CHARGES = {
  /** The page of a route with a result takes three times the processor time of an ordinary page. */
  routePage: 3,
  /** Painting a picture takes 54 ms, a page 2 to 5. */
  picture: 10,
  /** A rule is stored, and each later change of the data is compared with it. */
  newRule: 10,
  /** The sitemap of a further host takes 23 ms. */
  furtherSitemap: 5,
} as const;
