/** Limits the nesting of JSON from callers. @module */

/**
 * Deeper than any valid request. Deeper JSON takes a tenth of a second to parse and overflows the
 * stack of code that walks it.
 */
export const MAX_DEPTH = 64;

/**
 * Returns whether brackets outside texts are nested deeper than {@link MAX_DEPTH}. Scans the text,
 * so it cannot overflow the stack.
 */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let inText = false;
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i);
    if (inText) {
      if (char === 0x5c) i++; // a backslash hides the next character
      else if (char === 0x22) inText = false;
    } else if (char === 0x22) inText = true;
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > MAX_DEPTH) return true;
    } else if (char === 0x5d || char === 0x7d) depth--;
  }
  return false;
}
