/** Gives the routes of an app the type of its state. @module */

import type { ComponentChildren } from "preact";
import type { HandlerByMethod, Middleware, PageProps, RouteHandler } from "./context.ts";

/** Typed identity functions for the routes of an app with this state. */
export type Define<State> = {
  /** The handlers of a route. */
  handlers<Data, Handlers extends RouteHandler<Data, State> = RouteHandler<Data, State>>(
    handlers: Handlers,
  ): Handlers;
  /** The component of a route with these handlers, or of the app. */
  page<
    Handler extends RouteHandler<unknown, State> = never,
    Data = Handler extends HandlerByMethod<infer Given, State> ? Given : never,
  >(render: (props: PageProps<Data, State>) => ComponentChildren): typeof render;
  middleware(middleware: Middleware<State>): Middleware<State>;
};

/** Returns typed identity functions for the routes of an app. */
export function createDefine<State>(): Define<State> {
  return {
    handlers: (handlers) => handlers,
    page: (render) => render,
    middleware: (middleware) => middleware,
  };
}
