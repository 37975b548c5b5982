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
import { renderToString } from "preact-render-to-string";
import { SLOT_KEY } from "./shared.ts";

/** Where an island's component is exported. */
export type IslandRef = { file: string; name: string };

type Props = Record<string, unknown> & { children?: ComponentChildren };
type SlotEntry = { content: VNode; isRendered: boolean };

/** The islands of one page. */
export class Islands {
  /** By component. */
  readonly refs: Map<unknown, IslandRef>;
  /** The different islands on the page, in order of appearance. */
  readonly used: IslandRef[] = [];
  readonly #instances: { island: number; props: Props }[] = [];
  readonly #slots: SlotEntry[] = [];

  /** A page without islands so far. */
  constructor(refs: Map<unknown, IslandRef>) {
    this.refs = refs;
  }

  /** Notes one use of an island and gives it its number, from 1. */
  add(ref: IslandRef, props: Props): number {
    let island = this.used.indexOf(ref);
    if (island === -1) island = this.used.push(ref) - 1;
    return this.#instances.push({ island, props });
  }

  /** Puts a numbered slot in the place of server-rendered JSX; everything else comes back unchanged. */
  toSlots(value: unknown): unknown {
    if (Array.isArray(value) && value.some((item) => isValidElement(item) || Array.isArray(item))) {
      return value.map((item) => this.toSlots(item));
    }
    if (!isValidElement(value) || value.type === Slot) return value;
    // a signal poses as JSX in order to be drawn
    if ("peek" in value) throw new TypeError("A signal cannot be a prop of an island");
    const slot = this.#slots.push({ content: value, isRendered: false });
    return h(Slot, { slot, islands: this });
  }

  /** The JSX of a slot, which counts as rendered from now on. */
  open(slot: number): VNode {
    const entry = this.#slots[slot - 1];
    if (!entry) throw new RangeError(`No slot has the number ${slot}`);
    entry.isRendered = true;
    return entry.content;
  }

  /** Slots that no island has shown so far, as templates that the browser can show later. */
  renderRest(): string {
    let html = "";
    // rendering a slot may bring further ones, which the iterator then reaches too
    for (const [index, { isRendered }] of this.#slots.entries()) {
      if (isRendered) continue;
      const content = renderToString(h(Slot, { slot: index + 1, islands: this }));
      html += `<template data-fresh-slot="${index + 1}">${content}</template>`;
    }
    return html;
  }

  /** The page's data as JSON that is safe inside a script element. */
  serialize({ version, modules }: { version: string; modules: string[] }): string {
    const islands = this.used.map((ref, index) => [modules[index], ref.name]);
    const data = { version, islands, instances: this.#instances };
    return JSON.stringify(data, toCarried).replaceAll("<", "\\u003c");
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
  islands: () => Islands;
  ref: IslandRef;
  component: ComponentType<Props>;
  props: Props;
  make: (type: ComponentType<Props>, props: Props) => VNode;
};

/** Takes the place of an island: marks where it is and notes its props. Inside another island it is a component like any. */
export function IslandBoundary({ islands, ref, component, props, make }: BoundaryProps): VNode {
  const isNested = useContext(InIsland);
  if (isNested) return make(component, props);
  const page = islands();
  const given = Object.fromEntries(Object.entries(props).map(([name, value]) => [name, page.toSlots(value)]));
  const number = page.add(ref, given);
  // gives `useId()` a base of its own, the same on both sides
  const island = Object.assign(make(component, given), { __m: [number, 0] });
  return mark(`fresh:island:${number}`, h(InIsland.Provider, { value: true }, island));
}

/** Server-rendered JSX inside an island. */
function Slot({ slot, islands }: { slot: number; islands: Islands }): VNode {
  return mark(`fresh:slot:${slot}`, h(InIsland.Provider, { value: false }, islands.open(slot)));
}

function mark(name: string, content: ComponentChildren): VNode {
  return h(Fragment, null, comment(name), content, comment(`/${name}`));
}

/** An HTML comment. */
export function comment(text: string): VNode {
  return h(Fragment as FunctionComponent<{ UNSTABLE_comment: string }>, { UNSTABLE_comment: text }) as VNode;
}
