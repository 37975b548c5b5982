/**
 * Stands for `node:assert/strict` (see the imports in `deno.json`): there the names `equal` and `deepEqual` of Deno 2.9 compare
 * loosely (`equal("1", 1)` passes), while its default export, which is handed on here, compares strictly.
 *
 * @module
 */

import { strict } from "node:assert";

export default strict;

/** Fails unless both are the same value. */
export const equal: typeof strict.equal = strict.equal;
/** Fails when both are the same value. */
export const notEqual: typeof strict.notEqual = strict.notEqual;
/** Fails unless both are equal in all their parts. */
export const deepEqual: typeof strict.deepEqual = strict.deepEqual;
/** Fails unless a value is truthy. */
export const ok: typeof strict.ok = strict.ok;
export { AssertionError, doesNotMatch, doesNotThrow, match, rejects, throws } from "node:assert";
