import { assertNone } from "./rules.ts";
import { findIn, findSources, isGenerated } from "./source_files.ts";

/** Turns of phrase that a reader has to decode, where plain English has a shorter one. */
const ODD_TURNS: Record<string, RegExp> = {
  "told": /\btold\b/,
  "a sentence that starts with What, Who, Whatever or Of":
    /(?:^|[/*.:;(—] ?)(?:What|Who|Whatever|Of) (?:is|was|were|has|have|it|a|an|the|they|this|of|are|no|each)\b/m,
  "heed, mend": /\b(?:heed|mend)(?:s|ed|ing)?\b/,
  "goes on, is had": /\b(?:goes on|is had|are had)\b/,
  "meant": /\bmeant\b/,
  "stands, stood": /\b(?:stands?|stood)\b/,
  "is no, is none": /(?<!\bthere )\b(?:is|are|was|were) (?:no(?! (?:longer|more))|none)\b/i,
  "x null: it …": /\bnull: /,
};

const COMMENT = /\/\*.*?\*\/|(?<![:"'`\\])\/\/[^\n]*/gs;
const TEST_NAME = /Deno\.test\(\s*(?:\{\s*name:\s*)?(["`])(.*?)\1/gs;

/** The comments of a source, and the names of its tests, with the place of each. */
function findTexts(text: string): { text: string; at: number }[] {
  const comments = [...text.matchAll(COMMENT)].map((found) => ({
    text: found[0],
    at: found.index,
  }));
  const names = [...text.matchAll(TEST_NAME)].map((found) => ({
    text: found[2]!,
    at: found.index,
  }));
  return [...comments, ...names];
}

function findTurns(source: string, path: string): string[] {
  return findTexts(source).flatMap(({ text, at }) => {
    const line = source.slice(0, at).split("\n").length;
    return Object.entries(ODD_TURNS)
      .filter(([, pattern]) => pattern.test(text))
      .map(([turn]) => `${path}:${line} ${turn}`);
  });
}

Deno.test("comments and test names avoid the turns of phrase that have to be decoded", async () => {
  const sources = (await findSources()).filter((path) =>
    !isGenerated(path) && path !== "tests/house/plain_words_test.ts"
  );
  assertNone(await findIn(sources, findTurns), "Turns of phrase");
});
