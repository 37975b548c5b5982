/** `node:assert/strict` (see deno.json): in Deno 2.9 the names `equal` and `deepEqual` there compare loosely. @module */

import { strict } from "node:assert";

export default strict;

export const equal: typeof strict.equal = strict.equal;
export const notEqual: typeof strict.notEqual = strict.notEqual;
export const deepEqual: typeof strict.deepEqual = strict.deepEqual;
export const ok: typeof strict.ok = strict.ok;
export { AssertionError, doesNotMatch, doesNotThrow, match, rejects, throws } from "node:assert";
