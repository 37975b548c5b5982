import { deepEqual, ok } from "../support/assert.ts";
import { findIn, findSources, isProduct } from "./source_files.ts";

const LENGTH = 60_000;
/** A linear pattern takes a millisecond or two, a quadratic one seconds. */
const MAX_MS = 150;

type Pattern = { path: string; source: string; flags: string };

function findPatterns(path: string, text: string): Pattern[] {
  const found: Pattern[] = [];
  const visitor = {
    Literal(node: { regex?: { pattern: string; flags: string } }) {
      if (node.regex) found.push({ path, source: node.regex.pattern, flags: node.regex.flags });
    },
  };
  const rule = { create: () => visitor as unknown as Deno.lint.LintVisitor };
  Deno.lint.runPlugin({ name: "house", rules: { patterns: rule } }, path, text);
  return found;
}

/**
 * Characters that a pattern names, and with `classes` one member of each class that it contains.
 */
function toCharacters({ source }: Pattern, classes = " \t\naZé0-_.,:;'\"<>/\\+%(["): string[] {
  const toCharacter = (_: string, code: string) => String.fromCodePoint(Number.parseInt(code, 16));
  const named = source.replace(/\\u\{?([0-9a-fA-F]{4,6})\}?/g, toCharacter).replace(
    /\\p\{[^}]*\}|\\[a-zA-Z]/g,
    "",
  );
  return [...new Set([...named, ...classes])];
}

/** Whether a pattern takes longer over a text than that, wherever it may match. */
function isSlow({ source, flags }: Pattern, text: string, maxMs: number): boolean {
  // the least of ten: another process may have taken the processor
  for (let attempt = 0; attempt < 10; attempt++) {
    const startedAt = performance.now();
    if (flags.includes("g")) text.replace(new RegExp(source, flags), "");
    else new RegExp(source, flags).test(text);
    if (performance.now() - startedAt <= maxMs) return false;
  }
  return true;
}

function findSlow(pattern: Pattern): string | null {
  const all = toCharacters(pattern);
  const firsts = ["", "x", ...toCharacters(pattern, "")];
  for (const character of all) {
    for (const first of firsts) {
      // a tenth first, over which a quadratic pattern does not take minutes
      const few = LENGTH / 10;
      const texts = [first + character.repeat(few), `${first}${character}`.repeat(few / 2)];
      if (texts.some((text) => isSlow(pattern, `${text}\u0001`, 5) || isSlow(pattern, text, 5))) {
        return first + character;
      }
    }
    for (const end of ["", "\u0001"]) {
      if (isSlow(pattern, character.repeat(LENGTH) + end, MAX_MS)) return character;
    }
  }
  return null;
}

Deno.test("every pattern of the product is linear over 60 000 of each of its characters", async () => {
  const paths = (await findSources()).filter(isProduct);
  const patterns = await findIn(paths, (text, path) => findPatterns(path, text));
  ok(patterns.length > 200, `only ${patterns.length} patterns were found`);
  const slow = patterns.flatMap((pattern) => {
    const character = findSlow(pattern);
    return character === null
      ? []
      : [`${pattern.path}: /${pattern.source}/${pattern.flags} over ${JSON.stringify(character)}`];
  });
  deepEqual(slow, []);
});
