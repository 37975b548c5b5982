/**
 * What one Lighthouse run says of a page: shared by the process that measures and the test that
 * checks it.
 *
 * @module
 */

/** The figures that the product promises; scores from 0 to 100. */
export type Figures = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Milliseconds. */
  lcpMs: number;
  cls: number;
  tbtMs: number;
  /**
   * How many times slower than this machine, as it was in the run before, the phone was taken for.
   */
  multiplier: number;
  /** Audits of the last three categories that did not pass. */
  failed: string[];
};
