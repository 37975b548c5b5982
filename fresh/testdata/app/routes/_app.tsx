/** Outer document of the fixture. @module */
import type { PageProps } from "fresh";
import { asset } from "fresh/runtime";

export default function Document({ Component }: PageProps) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Fixture</title>
        <meta key="description" name="description" content="default" />
        <link key="styles.css" rel="stylesheet" href={asset("/styles.css")} />
      </head>
      <body>
        <Component />
      </body>
    </html>
  );
}
