/** The one argument of handlers and middlewares. @module */

import { type ComponentChildren, type FunctionComponent, h, type VNode } from "preact";
import type { LayoutConfig, PageProps, ServerComponent } from "./define.ts";
import { renderDocument } from "./render.ts";
import type { Snapshot } from "./snapshot.ts";

/** What the host keeps about a request beside its public face. */
export type Internals = {
  snapshot: Snapshot | null;
  app: ServerComponent | null;
  layouts: { component: ServerComponent; config: LayoutConfig }[];
  nonce: string | null;
};

/** Settings of the app as handlers see them. */
export type ResolvedFreshConfig = { basePath: string; mode: "development" | "production" };

const internals = new WeakMap<object, Internals>();

/** The host's own notes on the request of `ctx`. */
export function getInternals(ctx: object): Internals {
  return internals.get(ctx)!;
}

type ContextParts = {
  req: Request;
  url: URL;
  info: Deno.ServeHandlerInfo;
  config: ResolvedFreshConfig;
  route: string | null;
  params: Record<string, string>;
  internals: Internals;
};

/** One request on its way through the app. */
export class Context<State> {
  readonly req: Request;
  readonly url: URL;
  readonly info: Deno.ServeHandlerInfo;
  readonly config: ResolvedFreshConfig;
  /** Shared by the middlewares, the handler and the components of one request. */
  readonly state: State = {} as State;
  /** Pattern of the matched route, null when none matched. */
  readonly route: string | null;
  /** Decoded values of the pattern's names. */
  readonly params: Record<string, string>;
  /** Partial navigation is not supported: always false. */
  readonly isPartial: boolean = false;
  /** What was thrown, on an error page; else null. */
  error: unknown = null;
  /** What a layout or the app wrapper renders inside itself. */
  Component: FunctionComponent = () => null;
  /** Passes the request on to the next middleware or to the handler. */
  next: () => Promise<Response> = () => Promise.reject(new TypeError("Nothing comes after this handler"));

  /** Made by the app, never by its users. */
  constructor(parts: ContextParts) {
    this.req = parts.req;
    this.url = parts.url;
    this.info = parts.info;
    this.config = parts.config;
    this.route = parts.route;
    this.params = parts.params;
    internals.set(this, parts.internals);
  }

  /** A redirect within the site or to an absolute URL; doubled leading slashes are taken as one (no open redirect). */
  redirect(pathOrUrl: string, status = 302): Response {
    const location = pathOrUrl.startsWith("/") ? pathOrUrl.replace(/^[/\\]+/, "/") : pathOrUrl;
    return new Response(null, { status, headers: { location } });
  }

  /** Plain text. */
  text(content: string, init?: ResponseInit): Response {
    return respond(content, "text/plain; charset=utf-8", init);
  }

  /** HTML as it is given. */
  html(content: string, init?: ResponseInit): Response {
    return respond(content, "text/html; charset=utf-8", init);
  }

  /** JSON of any value. */
  json(content: unknown, init?: ResponseInit): Response {
    return respond(JSON.stringify(content), "application/json", init);
  }

  /** Renders `vnode` inside the layouts and the app wrapper of the route. */
  async render(vnode: ComponentChildren, init: ResponseInit = {}, config: LayoutConfig = {}): Promise<Response> {
    const own = getInternals(this);
    let content: ComponentChildren = vnode;
    for (const component of wrappers(own, config)) {
      const inner = content;
      const result = await renderAny(component, { ...toProps(this, undefined), Component: () => inner as VNode });
      if (result instanceof Response) return result;
      content = result;
    }
    return this.html(renderDocument(content, { snapshot: own.snapshot, nonce: own.nonce }), init);
  }
}

function respond(body: string, type: string, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  if (!headers.has("content-type")) headers.set("content-type", type);
  return new Response(body, { ...init, headers });
}

/** Layouts from the innermost outwards, the app wrapper last. */
function wrappers(own: Internals, config: LayoutConfig): ServerComponent[] {
  const chosen: ServerComponent[] = [];
  let skipApp = config.skipAppWrapper ?? false;
  if (!config.skipInheritedLayouts) {
    for (const layout of own.layouts.toReversed()) {
      chosen.push(layout.component);
      skipApp ||= layout.config.skipAppWrapper ?? false;
      if (layout.config.skipInheritedLayouts) break;
    }
  }
  if (own.app && !skipApp) chosen.push(own.app);
  return chosen;
}

/** The props that a component sees of a request. */
export function toProps<State, Data>(ctx: Context<State>, data: Data): PageProps<Data, State> {
  const { config, url, req, params, info, state, isPartial, error, route, Component } = ctx;
  return { config, url, req, params, info, state, isPartial, error, route, Component, data };
}

/** Awaits an async component, and leaves any other to the renderer, where it may use hooks. */
export async function renderAny(
  component: ServerComponent,
  props: PageProps,
): Promise<ComponentChildren | Response> {
  if (component.constructor.name === "AsyncFunction") return await component(props);
  return h(component as FunctionComponent<PageProps>, props);
}
