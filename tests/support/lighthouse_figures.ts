/**
 * Defines the figures of one Lighthouse run, which the measuring process and the test share.
 *
 * @module
 */

/** The figures that the product promises. Scores range from 0 to 100. */
export type Figures = {
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Milliseconds. */
  lcpMs: number;
  cls: number;
  tbtMs: number;
  /** How many times slower than this machine the simulated phone was, based on the previous run. */
  multiplier: number;
  /** Audits of the last three categories that did not pass. */
  failed: string[];
};
