/**
 * Renders a page to a document, with the markers of islands and the elements of `<Head>`.
 *
 * @module
 */

import {
  type ComponentChildren,
  type ComponentType,
  Fragment,
  type FunctionComponent,
  h,
  options,
  type VNode,
} from "preact";
import { renderToString } from "preact-render-to-string";
import {
  type Attributes,
  comment,
  IslandBoundary,
  type IslandRef,
  Islands,
  make,
  type Marked,
  OWN,
} from "./islands.ts";
import { DATA_ID, host } from "./shared.ts";
import type { Snapshot } from "./snapshot.ts";

type Rendering = {
  islands: Islands;
  nonce: string;
  /** Children of the document's own `<head>`, or null until it is rendered. */
  head: ComponentChildren | null;
  /** Children of each `<Head>`, in the order of rendering. */
  added: ComponentChildren[];
  inHead: boolean;
  /** Path of the page, which sets `aria-current` on links. */
  pathname: string;
};

// A property, because a WeakMap with short-lived keys costs the garbage collector more time than a
// search takes.
const NONCE = Symbol("nonce");
type Rendered = Response & { [NONCE]?: string };

/** Stores the nonce of a page on its response. Copies of the response do not have it. */
export function keepNonce(response: Rendered, nonce: string): Response {
  response[NONCE] = nonce;
  return response;
}

/** Returns the nonce of a response, or undefined if it was not rendered. */
export function readNonce(response: Rendered): string | undefined {
  return response[NONCE];
}

const HEAD_MARK = "fresh:head";
let current: Rendering | null = null;
let isInstalled = false;

/** Renders a whole HTML document, with the scripts of its islands if it has any. */
export function renderDocument(
  content: ComponentChildren,
  { snapshot, nonce, pathname }: { snapshot: Snapshot | null; nonce: string; pathname: string },
): string {
  install();
  const islands = new Islands(snapshot ? snapshot.islandRefs ??= findRefs(snapshot) : new Map());
  const rendering: Rendering = { islands, nonce, pathname, head: null, added: [], inHead: false };
  current = rendering;
  host.version = snapshot ? (path) => snapshot.files.find(path)?.hash ?? null : host.version;
  try {
    const body = renderToString(h(Fragment, null, content));
    rendering.inHead = true;
    const head = mergeHead(renderToString(h(Fragment, null, rendering.head, rendering.added)));
    return assemble(body, { head, ...toScripts(rendering, snapshot) });
  } finally {
    current = null;
  }
}

function assemble(
  body: string,
  { head, links, scripts }: { head: string; links: string; scripts: string },
): string {
  const page = body.replace(`<!--${HEAD_MARK}-->`, () => head + links);
  const end = page.lastIndexOf("</body>");
  return "<!DOCTYPE html>" +
    (end === -1 ? page + scripts : page.slice(0, end) + scripts + page.slice(end));
}

/**
 * Returns the modules, data and boot script of a page with islands, or nothing for a page without
 * them.
 */
function toScripts(
  { islands, nonce }: Rendering,
  snapshot: Snapshot | null,
): { links: string; scripts: string } {
  if (islands.used.length === 0 || snapshot === null) return { links: "", scripts: "" };
  const { boot, islands: built } = snapshot.client;
  const modules = islands.used.map(({ file }) => built[file]!);
  const urls = new Set([boot, ...modules].flatMap(({ url, imports }) => [url, ...imports]));
  const links = [...urls].map((url) => `<link rel="modulepreload" href="${url}">`).join("");
  const data = islands.serialize(modules.map(({ url }) => url));
  const scripts = `<script type="application/json" id="${DATA_ID}">${data}</script>` +
    `<script type="module" src="${boot.url}" nonce="${nonce}"></script>`;
  return { links, scripts };
}

function findRefs({ manifest }: Snapshot): Map<unknown, IslandRef> {
  const refs = new Map<unknown, IslandRef>();
  for (const [file, module] of Object.entries(manifest.islands)) {
    for (const [name, value] of Object.entries(module)) {
      if (typeof value === "function") refs.set(value, { file, name });
    }
  }
  return refs;
}

/** Hooks into Preact at the first rendering, so that importing this module changes nothing. */
function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  host.head = (children) => current?.added.push(children);
  // `__b` is Preact's hook before a node is rendered. Preact's own libraries rely on this name.
  const hooks = options as { __b?: (vnode: Marked) => void };
  const before = hooks.__b;
  hooks.__b = (vnode) => {
    before?.(vnode);
    if (current !== null && !vnode[OWN]) replace(vnode, current);
  };
}

/** Replaces islands, `<head>`, and elements that need a nonce or a key with our own components. */
function replace(vnode: VNode<Attributes>, { islands, inHead }: Rendering): void {
  const { type, props } = vnode;
  if (typeof type === "function") {
    const ref = islands.refs.get(type);
    if (ref) become(vnode, IslandBoundary, { islands, ref, component: type, props });
  } else if (type === "head" && !inHead) {
    become(vnode, DocumentHead, { attributes: props });
  } else if (type === "a") {
    vnode.props = { "aria-current": toCurrent(props.href, current!.pathname), ...props };
  } else if (type === "script" || type === "style" || inHead) {
    become(vnode, Element, { tag: type, attributes: props, id: vnode.key });
  }
}

function become<P>(vnode: VNode<Attributes>, type: FunctionComponent<P>, props: P): void {
  vnode.type = type as ComponentType<Attributes>;
  vnode.props = props as Attributes & { children: ComponentChildren };
}

function DocumentHead({ attributes }: { attributes: Attributes }): VNode {
  current!.head = attributes.children;
  return make("head", { ...attributes, children: comment(HEAD_MARK) });
}

function Element(
  { tag, attributes, id }: { tag: string; attributes: Attributes; id: unknown },
): VNode {
  const { nonce, inHead } = current!;
  const props = tag === "script" || tag === "style" ? { nonce, ...attributes } : attributes;
  const element = make(tag, props);
  const key = tag === "title" ? tag : id;
  if (!inHead || key == null) return element;
  // Without ">", which could end the comment.
  return h(
    Fragment,
    null,
    comment(`fresh:key:${encodeURIComponent(String(key))}`),
    element,
    comment("/fresh:key"),
  );
}

/** Returns the head with one element for each key: the last one, in the place of the first. */
function mergeHead(html: string): string {
  const pattern = /<!--fresh:key:(.*?)-->([\s\S]*?)<!--\/fresh:key-->/g;
  const last = new Map([...html.matchAll(pattern)].map(([, key, element]) => [key, element]));
  return html.replace(pattern, (_, key: string) => {
    const element = last.get(key) ?? "";
    last.delete(key);
    return element;
  });
}

/**
 * Returns the `aria-current` of a link: "page" to the page itself, "true" to a path above it. A
 * value set by the app wins.
 */
function toCurrent(href: unknown, pathname: string): "page" | "true" | undefined {
  if (typeof href !== "string" || !href.startsWith("/")) return undefined;
  const trim = (path: string) => path.replace(/(.)\/$/, "$1");
  const target = trim(href.replace(/[?#].*/s, ""));
  const page = trim(pathname);
  if (target === page) return "page";
  return target === "/" || page.startsWith(`${target}/`) ? "true" : undefined;
}
