/** Hydrates the islands of a page in the browser. @module */

import { type ComponentChild, type ComponentType, h, hydrate, type VNode } from "preact";
import { DATA_ID, SLOT_KEY } from "./shared.ts";

type Props = Record<string, unknown>;
type PageData = {
  /** The module URL and the export name of each different island. */
  islands: [url: string, name: string][];
  /** The island and the props of each use, in order. */
  instances: { island: number; props: Props }[];
};
type Range = { start: Comment; end: Comment };

const slots = new Map<number, ComponentChild[]>();

function Slot({ slot }: { slot: number }): ComponentChild {
  return slots.get(slot) as unknown as ComponentChild;
}

/** Finds the marked ranges of the page, islands and slots, by number. */
function findRanges(): { island: Map<number, Range>; slot: Map<number, Range> } {
  const found = { island: new Map<number, Range>(), slot: new Map<number, Range>() };
  const starts = new Map<string, Comment>();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  for (
    let node = walker.nextNode() as Comment | null;
    node;
    node = walker.nextNode() as Comment | null
  ) {
    const mark = /^(\/?)(fresh:(island|slot):(\d+))$/.exec(node.data);
    if (!mark) continue;
    const [, closing, name, kind, number] = mark;
    if (!closing) {
      starts.set(name!, node);
      continue;
    }
    const range = { start: starts.get(name!)!, end: node };
    found[kind as "island" | "slot"].set(Number(number), range);
  }
  return found;
}

function nodesBetween({ start, end }: Range): ChildNode[] {
  const nodes: ChildNode[] = [];
  for (let node = start.nextSibling; node && node !== end; node = node.nextSibling) {
    nodes.push(node);
  }
  return nodes;
}

function toVNodes(nodes: ChildNode[]): ComponentChild[] {
  return nodes.flatMap((node): ComponentChild[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element)) return [];
    return [h(node.localName, toAttributes(node), ...toVNodes([...node.childNodes]))];
  });
}

function toAttributes(element: Element): Props {
  const entries = [...element.attributes].map(({ name, value }) => {
    const isFlag = value === "" && typeof Reflect.get(element, name) === "boolean";
    return [name, isFlag ? true : value];
  });
  return Object.fromEntries(entries);
}

/** Returns an object that Preact accepts as the parent of only the nodes of a range. */
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
    insertBefore: (node: Node, before: Node | null) =>
      parent.insertBefore(node, before ?? range.end),
    appendChild: (node: Node) => parent.insertBefore(node, range.end),
    removeChild: (node: Node) => parent.removeChild(node),
  };
  return root as unknown as Element;
}

/** Loads the modules. If one fails, reports it and keeps the others. */
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
  const ranges = findRanges();
  for (const [slot, range] of ranges.slot) slots.set(slot, toVNodes(nodesBetween(range)));
  const components = await loadIslands(data);
  // The modules have just run, and on a phone each of the two steps takes a tenth of a second.
  await new Promise((resolve) => setTimeout(resolve));
  const toIsland = (number: number): VNode | null => {
    const { island, props } = data.instances[number - 1]!;
    const component = components[island];
    // Preact keeps the base of `useId()` in `__m`. The number is the same as on the server.
    return component ? Object.assign(h(component, props), { __m: [number, 0] }) : null;
  };
  for (const [number, range] of ranges.island) {
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
