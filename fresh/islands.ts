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

/** Where an island's component is exported. */
export type IslandRef = { file: string; name: string };

/** Props of an element or of a component. */
export type Attributes = Record<string, unknown> & { children?: ComponentChildren };

/**
 * Marks VNodes that the host has made, which are rendered as they are. A property, since it is read
 * on each node.
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

  /** A page without islands so far. `refs`: by component. */
  constructor(readonly refs: Map<unknown, IslandRef>) {}

  /** Notes one use of an island and gives it its number, from 1. */
  add(ref: IslandRef, props: Attributes): number {
    let island = this.used.indexOf(ref);
    if (island === -1) island = this.used.push(ref) - 1;
    return this.#instances.push({ island, props });
  }

  /**
   * Puts a numbered slot in the place of server-rendered JSX; everything else comes back unchanged.
   */
  toSlots(value: unknown): unknown {
    if (Array.isArray(value) && value.some((item) => isValidElement(item) || Array.isArray(item))) {
      return value.map((item) => this.toSlots(item));
    }
    if (!isValidElement(value)) return value;
    // a signal poses as JSX in order to be drawn
    if ("peek" in value) throw new TypeError("A signal cannot be a prop of an island");
    return h(Slot, { slot: ++this.#slots, content: value });
  }

  /**
   * The page's data as JSON that is safe inside a script element. `modules`: the URL of each used
   * island's module.
   */
  serialize(modules: string[]): string {
    const islands = this.used.map((ref, index) => [modules[index], ref.name]);
    return JSON.stringify({ islands, instances: this.#instances }, toCarried).replaceAll(
      "<",
      "\\u003c",
    );
  }
}

/** For JSON.stringify: a slot by its number. What JSON would drop is refused. */
function toCarried(_name: string, value: unknown): unknown {
  if (typeof value === "function") throw new TypeError("A function cannot be a prop of an island");
  if (!isValidElement(value)) return value;
  if (value.type === Slot) return { [SLOT_KEY]: (value.props as unknown as { slot: number }).slot };
  throw new TypeError(
    "JSX must be a prop of an island itself, or in a list there; deeper in an object it is not carried",
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
 * Takes the place of an island: marks where it is and notes its props. Inside another island, or
 * its slots, it is a component like any.
 */
export function IslandBoundary({ islands, ref, component, props }: BoundaryProps): VNode {
  const isNested = useContext(InIsland);
  if (isNested) return make(component, props);
  const given = Object.fromEntries(
    Object.entries(props).map(([name, value]) => [name, islands.toSlots(value)]),
  );
  const number = islands.add(ref, given);
  // gives `useId()` a base of its own, the same on both sides
  const island = Object.assign(make(component, given), { __m: [number, 0] });
  return mark(`fresh:island:${number}`, h(InIsland.Provider, { value: true }, island));
}

/**
 * Server-rendered JSX inside an island, which the browser can show again as long as the first page
 * showed it.
 */
function Slot({ slot, content }: { slot: number; content: VNode }): VNode {
  return mark(`fresh:slot:${slot}`, content);
}

function mark(name: string, content: ComponentChildren): VNode {
  return h(Fragment, null, comment(name), content, comment(`/${name}`));
}

/** An HTML comment. */
export function comment(text: string): VNode {
  return h(Fragment as FunctionComponent<{ UNSTABLE_comment: string }>, {
    UNSTABLE_comment: text,
  }) as VNode;
}
