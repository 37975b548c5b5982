/** Outer document of the fixture. @module */
import { asset } from "fresh/runtime";
import { define } from "../state.ts";

export default define.page(({ Component, state, url }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>{state.title ?? "Fixture"}</title>
      <meta name="description" content="default" />
      <link rel="stylesheet" href={asset("/styles.css")} />
    </head>
    <body data-path={url.pathname}>
      <Component />
    </body>
  </html>
));
