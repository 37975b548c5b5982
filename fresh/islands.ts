/** Marks islands in the HTML and sends the browser their modules and props. @module */

import {
  type ComponentChildren,
  type ComponentType,
  createContext,
  Fragment,
  type FunctionComponent,
  h,
  isValidElement,
  type VNode,
} from "preact";
import { useContext } from "preact/hooks";
import { SLOT_KEY } from "./shared.ts";

/** The module and the export name of an island's component. */
export type IslandRef = { file: string; name: string };

/** Props of an element or of a component. */
export type Attributes = Record<string, unknown> & { children?: ComponentChildren };

/**
 * Marks the VNodes that the framework makes, which it renders unchanged. A property, because it is
 * read on each node.
 */
export const OWN = Symbol("own");
/** A VNode that may have the mark. */
export type Marked = VNode<Attributes> & { [OWN]?: true };

/** Makes a marked VNode. */
export function make(type: string | ComponentType<Attributes>, props: Attributes): Marked {
  return Object.assign(h(type as FunctionComponent<Attributes>, props), { [OWN]: true as const });
}

/** The islands of one page. */
export class Islands {
  /** The different islands on the page, in order of appearance. */
  readonly used: IslandRef[] = [];
  readonly #instances: { island: number; props: Attributes }[] = [];
  #slots = 0;

  /** Starts a page without islands. `refs` has the islands by component. */
  constructor(readonly refs: Map<unknown, IslandRef>) {}

  /** Registers one use of an island and returns its number, from 1. */
  add(ref: IslandRef, props: Attributes): number {
    let island = this.used.indexOf(ref);
    if (island === -1) island = this.used.push(ref) - 1;
    return this.#instances.push({ island, props });
  }

  /** Replaces server-rendered JSX with a numbered slot. Returns everything else unchanged. */
  toSlots(value: unknown): unknown {
    if (Array.isArray(value) && value.some((item) => isValidElement(item) || Array.isArray(item))) {
      return value.map((item) => this.toSlots(item));
    }
    if (!isValidElement(value)) return value;
    // A signal looks like JSX, since Preact can render it.
    if ("peek" in value) throw new TypeError("A signal cannot be a prop of an island");
    return h(Slot, { slot: ++this.#slots, content: value });
  }

  /**
   * Returns the page's data as JSON that is safe inside a script element. `modules` has the URL of
   * each used island's module.
   */
  serialize(modules: string[]): string {
    const islands = this.used.map((ref, index) => [modules[index], ref.name]);
    return JSON.stringify({ islands, instances: this.#instances }, toCarried).replaceAll(
      "<",
      "\\u003c",
    );
  }
}

/**
 * Replacer for `JSON.stringify`. Writes slots as their numbers, and throws for values that JSON
 * would drop.
 */
function toCarried(_name: string, value: unknown): unknown {
  if (typeof value === "function") throw new TypeError("A function cannot be a prop of an island");
  if (!isValidElement(value)) return value;
  if (value.type === Slot) return { [SLOT_KEY]: (value.props as unknown as { slot: number }).slot };
  throw new TypeError(
    "JSX must be a prop of an island or an item of a list in a prop; it cannot be inside an object",
  );
}

const InIsland = createContext(false);

type BoundaryProps = {
  islands: Islands;
  ref: IslandRef;
  component: ComponentType<Attributes>;
  props: Attributes;
};

/**
 * Replaces an island: marks its place and registers its props. Inside another island or its slots,
 * an island is an ordinary component.
 */
export function IslandBoundary({ islands, ref, component, props }: BoundaryProps): VNode {
  const isNested = useContext(InIsland);
  if (isNested) return make(component, props);
  const given = Object.fromEntries(
    Object.entries(props).map(([name, value]) => [name, islands.toSlots(value)]),
  );
  const number = islands.add(ref, given);
  // Gives `useId()` its own base, the same on both sides.
  const island = Object.assign(make(component, given), { __m: [number, 0] });
  return mark(`fresh:island:${number}`, h(InIsland.Provider, { value: true }, island));
}

/**
 * Server-rendered JSX inside an island. The browser can show it again if the first page showed it.
 */
function Slot({ slot, content }: { slot: number; content: VNode }): VNode {
  return mark(`fresh:slot:${slot}`, content);
}

function mark(name: string, content: ComponentChildren): VNode {
  return h(Fragment, null, comment(name), content, comment(`/${name}`));
}

/** Returns an HTML comment. */
export function comment(text: string): VNode {
  return h(Fragment as FunctionComponent<{ UNSTABLE_comment: string }>, {
    UNSTABLE_comment: text,
  }) as VNode;
}
