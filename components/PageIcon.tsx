/** The icons that only the server draws: no script carries them. @module */

import { Drawing } from "./Icon.tsx";

const PATHS = {
  sun:
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.500 10.5z",
  warn: "M12 4 2.5 20h19zM12 10v4.500M12 17.500v.01",
  external: "M13 5h6v6M19 5l-9 9M10 6H5v13h13v-5",
} as const;

/** An icon of 1.25 rem in the colour of the text, hidden from screen readers. */
export function PageIcon({ name }: { name: keyof typeof PATHS }) {
  return <Drawing path={PATHS[name]} />;
}
