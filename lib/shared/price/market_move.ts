/** How a fuel's price moves over the country. @module */

/**
 * Shares, 0 to 1, of the stations that had a price a week ago: that ask less or more than then, and that raised it within 24
 * hours; `isFast`: on nearly no stored day did as many.
 */
export type MarketMove = {
  readonly fellShare: number;
  readonly roseShare: number;
  readonly risesShare: number;
  readonly isFast: boolean;
};
