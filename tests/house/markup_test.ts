import { assertNone } from "./rules.ts";
import { findFiles, findIn, isProduct } from "./source_files.ts";

type Tag = { type: string; openingElement?: Opening; children: Tag[]; parent: Tag };
type Opening = {
  name: { name: string };
  attributes: { name?: { name: string }; value?: { value?: unknown } }[];
};

const nameOf = (tag: Tag) => tag.openingElement?.name.name;
const attribute = ({ openingElement }: Tag, name: string) =>
  openingElement?.attributes.find((one) => one.name?.name === name);

/**
 * Whether an element is in the head of the page: in `<head>` or `<Head>`, or next to a
 * `<meta>`.
 */
function isInHead({ parent }: Tag): boolean {
  return /^head$/i.test(nameOf(parent) ?? "") ||
    (parent.children ?? []).some((tag) => nameOf(tag) === "meta");
}

function findFaults(path: string, source: string): string[] {
  const found: string[] = [];
  const look = (tag: Tag) => {
    if (attribute(tag, "key")) return;
    if (nameOf(tag) === "title" && !isInHead(tag)) found.push(`${path}: <title> of a drawing`);
    if (nameOf(tag) === "link" && attribute(tag, "rel")?.value?.value === "stylesheet") {
      found.push(`${path}: <link rel="stylesheet">`);
    }
  };
  const create = () =>
    ({ JSXElement: (node: unknown) => look(node as Tag) }) as unknown as Deno.lint.LintVisitor;
  Deno.lint.runPlugin({ name: "markup", rules: { markup: { create } } }, path, source);
  return found;
}

Deno.test("titles of drawings and links to style sheets have a key, by which Fresh tells them from the page's own", async () => {
  const paths = (await findFiles(".tsx")).filter((path) =>
    isProduct(path) && !path.startsWith("fresh/")
  );
  assertNone(await findIn(paths, (text, path) => findFaults(path, text)), "Without a key");
});

Deno.test("a link is styled by what its aria-current says: Fresh gives one to links that have none", async () => {
  const found = await findIn(
    await findFiles(".css"),
    (text, path) => text.includes("[aria-current]") ? [path] : [],
  );
  assertNone(found, "Styles by the presence of aria-current");
});

Deno.test("entries of the history have a state of ours: going back to one of Fresh's reloads the page", async () => {
  const paths = (await findFiles(".ts", ".tsx", ".js")).filter(isProduct);
  const pattern = /history\.(push|replace)State\(\s*(?!\{)/;
  assertNone(
    await findIn(paths, (text, path) => pattern.test(text) ? [path] : []),
    "Entries without a state",
  );
});
