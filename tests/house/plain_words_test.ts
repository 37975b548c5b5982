import { assertNone } from "./rules.ts";
import { findIn, findSources, isGenerated } from "./source_files.ts";

/** Turns of phrase that a reader has to decode, where plain English has a shorter one. */
const ODD_TURNS: Record<string, RegExp> = {
  "told, tells": /\b(told|tells?)\b/,
  "asked, asks": /\b(asked|asks?)\b/,
  "nobody, somebody, whoever": /\b(nobody|somebody|whoever|anybody|everybody)\b/,
  "a sentence that starts with What, Who, Whatever or Of":
    /(?:^|[/*.:;(—] ?)(?:What|Who|Whatever|Of what) (?:is|was|were|has|have|it|a|an|the|they|this|of|are|no|each)\b/m,
  "of which, of whom": /\b[Oo]f (which|whom)\b/,
  "answers, for returns": /\b(answers|answered)\b/,
  "beside, anew, apart": /\b(beside|anew|apart)\b/,
  "under way, goes on, is had": /\b(under way|goes? on|is had|are had)\b/,
  "meant": /\bmeant\b/,
  "stands, stood": /\b(stands?|stood)\b/,
  "is no, is none": /\b(?:is|are|was|were) (?:no(?! (?:longer|more))|none)\b/,
  "x null: it …": /\bnull: /,
  "mend, heed, merely, is to be": /\b(mend(?:s|ed|ing)?|heed(?:s|ed)?|merely|(?:is|are) to be)\b/,
};

/** Where such a turn is the plain word for what it says. */
const ON_PURPOSE: readonly RegExp[] = [];

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
    if (ON_PURPOSE.some((phrase) => phrase.test(text))) return [];
    const line = source.slice(0, at).split("\n").length;
    return Object.entries(ODD_TURNS)
      .filter(([, pattern]) => pattern.test(text))
      .map(([turn]) => `${path}:${line} ${turn}`);
  });
}

Deno.test("comments and test names avoid the turns of phrase that have to be decoded", async () => {
  const sources = (await findSources()).filter((path) => !isGenerated(path));
  assertNone(await findIn(sources, findTurns), "Turns of phrase (docs/glossary.md)");
});
