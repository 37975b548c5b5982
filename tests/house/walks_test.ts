import { ok } from "../support/assert.ts";
import { readEdges } from "./module_graph.ts";
import { assertNone } from "./rules.ts";
import { readSource } from "./source_files.ts";

/**
 * The files of each walk: a heading of the third level, then paths in backticks in the order of the
 * walk.
 */
function findWalks(document: string): { name: string; files: string[] }[] {
  const walks = document.slice(document.indexOf("\n## Walks")).split(/^### /m).slice(1);
  return walks.map((walk) => {
    const [name = ""] = walk.split("\n");
    const text = walk.replace(/^## [\s\S]*/m, "");
    return { name, files: [...text.matchAll(/`([\w./[\]-]+\.tsx?)`/g)].map(([, file]) => file!) };
  });
}

Deno.test("each file of a walk in docs/architecture.md is imported by an earlier one", async () => {
  const walks = findWalks(await readSource("docs/architecture.md"));
  const edges = await readEdges();
  const isImported = (file: string, earlier: readonly string[]) =>
    edges.some(({ from, to }) => to === file && earlier.includes(from));
  ok(walks.length >= 5, `only ${walks.length} walks were found`);
  for (const { name, files } of walks) {
    ok(files.length >= 4, `${name} names ${files.length} files`);
    // routes are found by Fresh, which needs no import
    const isFound = (file: string) => file.startsWith("routes/");
    const lost = files.filter((file, index) =>
      index > 0 && !isFound(file) && !isImported(file, files.slice(0, index))
    );
    assertNone(lost, `Files of the walk "${name}" that nothing before them imports`);
  }
});
