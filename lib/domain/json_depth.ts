/** Bounds how deep the JSON of callers is nested. @module */

/**
 * More levels than any question has. Deeper ones take a tenth of a second to parse and exhaust the
 * stack of what walks them.
 */
export const MAX_DEPTH = 64;

/**
 * Whether brackets outside of texts are nested deeper than {@link MAX_DEPTH}; it reads the text, so
 * it cannot overflow.
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
