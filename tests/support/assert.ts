/**
 * Exports strict assertions under short names, because in Deno 2.9 `equal` and `deepEqual` of
 * node:assert/strict compare loosely.
 *
 * @module
 */

import { strict } from "node:assert";

export default strict;

export const equal: typeof strict.equal = strict.equal;
export const notEqual: typeof strict.notEqual = strict.notEqual;
export const deepEqual: typeof strict.deepEqual = strict.deepEqual;
export const ok: typeof strict.ok = strict.ok;
export { AssertionError, doesNotMatch, doesNotThrow, match, rejects, throws } from "node:assert";
