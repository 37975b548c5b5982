/** Outer document of the fixture. @module */
import type { PageProps } from "fresh";
import { asset } from "fresh/runtime";
import type { State } from "../state.ts";

export default function Document({ Component, state, url }: PageProps<unknown, State>) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{state.title ?? "Fixture"}</title>
        <meta name="description" content="default" />
        <link key="styles.css" rel="stylesheet" href={asset("/styles.css")} />
      </head>
      <body data-path={url.pathname}>
        <Component />
      </body>
    </html>
  );
}
