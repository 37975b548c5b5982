/** Brings the islands of a page to life in the browser. @module */

import { type ComponentChild, type ComponentType, h, hydrate, type VNode } from "preact";
import { DATA_ID, host, SLOT_KEY } from "./shared.ts";

type Props = Record<string, unknown>;
type PageData = {
  version: string;
  /** URL of the module and name of the export, for each different island. */
  islands: [url: string, name: string][];
  /** For each use, in order: which island, and what it was given. */
  instances: { island: number; props: Props }[];
};
type Range = { start: Comment; end: Comment };

const slots = new Map<number, ComponentChild[]>();

/** Server-rendered content that an island was given. */
function Slot({ slot }: { slot: number }): ComponentChild {
  return slots.get(slot) as unknown as ComponentChild;
}

/** Finds the marked ranges below `root`: all slots, and the islands that are in no other. */
function findRanges(root: Node): { islands: Map<number, Range>; slots: Map<number, Range> } {
  const found = { islands: new Map<number, Range>(), slots: new Map<number, Range>() };
  const open: Comment[] = [];
  let depth = 0;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_COMMENT);
  for (let node = walker.nextNode() as Comment | null; node; node = walker.nextNode() as Comment | null) {
    const [, closing, kind, number] = /^(\/?)fresh:(island|slot):(\d+)$/.exec(node.data) ?? [];
    if (!kind) continue;
    if (!closing) {
      open.push(node);
      if (kind === "island") depth++;
      continue;
    }
    const range = { start: open.pop()!, end: node };
    if (kind === "slot") found.slots.set(Number(number), range);
    else if (--depth === 0) found.islands.set(Number(number), range);
  }
  return found;
}

function nodesBetween({ start, end }: Range): ChildNode[] {
  const nodes: ChildNode[] = [];
  for (let node = start.nextSibling; node && node !== end; node = node.nextSibling) nodes.push(node);
  return nodes;
}

/** The vnodes that would render what is there; islands inside come alive as components. */
function toVNodes(nodes: ChildNode[], toIsland: (number: number) => VNode | null): ComponentChild[] {
  const children: ComponentChild[] = [];
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (node instanceof Comment) {
      const number = /^fresh:island:(\d+)$/.exec(node.data)?.[1];
      if (!number) continue;
      children.push(toIsland(Number(number)));
      while (i < nodes.length && (nodes[i] as Comment).data !== `/fresh:island:${number}`) i++;
    } else if (node instanceof Text) {
      children.push(node.data);
    } else if (node instanceof Element) {
      children.push(h(node.localName, toAttributes(node), ...toVNodes([...node.childNodes], toIsland)));
    }
  }
  return children;
}

function toAttributes(element: Element): Props {
  const entries = [...element.attributes].map(({ name, value }) => {
    const isFlag = value === "" && typeof Reflect.get(element, name) === "boolean";
    return [name, isFlag ? true : value];
  });
  return Object.fromEntries(entries);
}

/** Something that Preact takes for the parent of nothing but the nodes of a range. */
function rangeParent(range: Range): Element {
  const parent = range.start.parentNode as Element;
  const root = {
    nodeType: 1,
    parentNode: parent,
    namespaceURI: parent.namespaceURI,
    ownerDocument: parent.ownerDocument,
    get childNodes() {
      return nodesBetween(range);
    },
    get firstChild() {
      return nodesBetween(range)[0] ?? null;
    },
    contains: (node: Node) => parent.contains(node),
    insertBefore: (node: Node, before: Node | null) => parent.insertBefore(node, before ?? range.end),
    appendChild: (node: Node) => parent.insertBefore(node, range.end),
    removeChild: (node: Node) => parent.removeChild(node),
  };
  return root as unknown as Element;
}

/** Loads the modules; one that fails is reported and leaves the others alone. */
async function loadIslands({ islands }: PageData): Promise<(ComponentType<Props> | null)[]> {
  const load = async ([url, name]: [string, string]) => (await import(url))[name];
  const results = await Promise.allSettled(islands.map(load));
  return results.map((result) => {
    if (result.status === "fulfilled") return result.value;
    reportError(result.reason);
    return null;
  });
}

async function boot(): Promise<void> {
  const element = document.getElementById(DATA_ID)!;
  const data: PageData = JSON.parse(element.textContent!, (_name, value) => {
    const slot = value?.[SLOT_KEY];
    return slot === undefined ? value : h(Slot, { slot });
  });
  host.version = () => data.version;
  const components = await loadIslands(data);
  // the modules have just run, and on a phone each of the two takes a tenth of a second
  await new Promise((resolve) => setTimeout(resolve));
  const toIsland = (number: number): VNode | null => {
    const { island, props } = data.instances[number - 1]!;
    const component = components[island];
    // `__m` is where Preact keeps the base of `useId()`, numbered as on the server.
    return component ? Object.assign(h(component, props), { __m: [number, 0] }) : null;
  };
  const ranges = findRanges(document.body);
  for (const { content } of document.querySelectorAll<HTMLTemplateElement>("template[data-fresh-slot]")) {
    for (const [slot, range] of findRanges(content).slots) ranges.slots.set(slot, range);
  }
  for (const [slot, range] of ranges.slots) slots.set(slot, toVNodes(nodesBetween(range), toIsland));
  for (const [number, range] of ranges.islands) {
    try {
      const island = toIsland(number);
      if (island) hydrate(island, rangeParent(range));
    } catch (error) {
      reportError(error);
    }
  }
  element.setAttribute("data-hydrated", "");
}

boot().catch(reportError);
