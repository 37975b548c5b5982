/** The house rules that need a syntax tree, as one linter plugin. @module */

import { AssertionError } from "../support/assert.ts";

/** A breach of a rule: `path:line rule: message`. */
export type Finding = { path: string; line: number; rule: RuleName; message: string };

export type RuleName =
  | "module-doc"
  | "env"
  | "clock"
  | "export-doc"
  | "function-length"
  | "packed"
  | "file-length";

/** The most lines that a file and a function may have; a page's function is mostly markup. */
export const MAX_LINES = { file: 300, function: 50, markup: 95 } as const;

type Node = { type: string; range: [number, number]; parent?: Node };
type Report = (node: Node, rule: RuleName, message: string) => void;

const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"] as const;
const RULE_NAME = "house";

function toLine(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}

/**
 * Whether a doc comment ends right before a position; comments for the linter may come
 * between.
 */
function isDocumented(source: string, offset: number): boolean {
  const before = source.slice(0, offset).replace(/(\n *\/\/[^\n]*)*\s*$/, "");
  const comment = before.slice(before.lastIndexOf("/**"));
  return comment.indexOf("*/") === comment.length - 2 && !comment.includes("@module");
}

/**
 * Lines of a function without those of the functions inside it, which are checked by themselves.
 */
function countOwnLines(source: string, node: Node, all: readonly Node[]): number {
  const count = ([from, to]: Node["range"]) => source.slice(from, to).split("\n").length;
  const isInside = (inner: Node, outer: Node) =>
    inner !== outer && inner.range[0] >= outer.range[0] && inner.range[1] <= outer.range[1];
  const nested = all.filter((inner) => isInside(inner, node));
  const direct = nested.filter((inner) => !nested.some((outer) => isInside(inner, outer)));
  return direct.reduce((lines, inner) => lines - count(inner.range) + 1, count(node.range));
}

function checkFunctions(
  path: string,
  source: string,
  options: { all: readonly Node[]; report: Report },
): void {
  const most = path.endsWith(".tsx") ? MAX_LINES.markup : MAX_LINES.function;
  for (const node of options.all) {
    const lines = countOwnLines(source, node, options.all);
    if (lines > most) {
      options.report(node, "function-length", `a function of ${lines} lines; at most ${most}`);
    }
  }
}

/** Finds literals that are spread in place, and tuples that declare several constants. */
function checkPacked(source: string, node: Node, report: Report): void {
  const text = source.slice(...node.range);
  const isLiteral = /^\{?\s*\.\.\.(\{|\[[^\]]*\]\}?$)/.test(text);
  if (isLiteral) report(node, "packed", "a literal spread in place; write its parts out");
  if (/^\[[^\[\]]*,[^\[\]]*\]\s*=\s*\[[^\]]*\]$/.test(text)) {
    report(node, "packed", "several constants in one tuple; declare each by itself");
  }
}

function checkExpression(source: string, node: Node, report: Report): void {
  const text = source.slice(...node.range);
  if (/^Date\.now\(\)$|^new Date(\(\s*\))?$/.test(text)) {
    report(node, "clock", "the system's time; ask the backend's clock");
  }
  if (text === "Deno.env") report(node, "env", "the environment; ask readConfig");
}

function checkExport(source: string, node: Node, report: Report): void {
  const text = source.slice(...node.range);
  if (/^export\s*(type\s*)?[{*]/.test(text) || isDocumented(source, node.range[0])) return;
  const overloaded = /^export (?:async )?function \w+/.exec(text)?.[0];
  // the first of several signatures carries the docstring of all
  const before = source.slice(0, node.range[0]);
  if (overloaded && (before.includes(`${overloaded}<`) || before.includes(`${overloaded}(`))) {
    return;
  }
  report(node, "export-doc", `${text.replace(/\n.*/s, "").slice(0, 60)} has no docstring`);
}

function createPlugin(path: string, source: string, report: Report): Deno.lint.Plugin {
  const all: Node[] = [];
  const visitor: Record<string, (node: Node) => void> = {
    ...Object.fromEntries(FUNCTIONS.map((type) => [type, (node: Node) => all.push(node)])),
    "Program:exit": () => checkFunctions(path, source, { all, report }),
    CallExpression: (node) => checkExpression(source, node, report),
    SpreadElement: (node) => checkPacked(source, node, report),
    JSXSpreadAttribute: (node) => checkPacked(source, node, report),
    VariableDeclarator: (node) => checkPacked(source, node, report),
    NewExpression: (node) => checkExpression(source, node, report),
    MemberExpression: (node) => checkExpression(source, node, report),
    ExportNamedDeclaration: (node) => checkExport(source, node, report),
    ExportDefaultDeclaration: (node) => checkExport(source, node, report),
  };
  const rule = { create: () => visitor as unknown as Deno.lint.LintVisitor };
  return { name: RULE_NAME, rules: { [RULE_NAME]: rule } };
}

/** All findings of one file; which of them count for the file is the caller's to say. */
export function inspect(path: string, source: string): Finding[] {
  const findings: Finding[] = [];
  const report: Report = ({ range }, rule, message) =>
    findings.push({ path, line: toLine(source, range[0]), rule, message });
  Deno.lint.runPlugin(createPlugin(path, source, report), path, source);
  const lines = source.split("\n").length - 1;
  if (lines > MAX_LINES.file) {
    findings.push({
      path,
      line: 1,
      rule: "file-length",
      message: `${lines} lines; at most ${MAX_LINES.file}`,
    });
  }
  const head = /^(#!.*\n)?\/\*\*[\s\S]*?\*\//.exec(source)?.[0];
  if (!head?.includes("@module")) {
    findings.push({
      path,
      line: 1,
      rule: "module-doc",
      message: "does not begin with a sentence and @module",
    });
  }
  return findings;
}

export function assertNone(found: readonly string[], what: string): void {
  if (found.length > 0) throw new AssertionError({ message: `${what}:\n  ${found.join("\n  ")}` });
}
