/** The icons, buttons that are only an icon, and the logo. @module */

import type { ComponentProps } from "preact";

const PATHS = {
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21",
  locate: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v4M12 18v4M2 12h4M18 12h4",
  pin:
    "M12 21.500S5 15.500 5 10a7 7 0 0 1 14 0c0 5.500-7 11.500-7 11.500zM12 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z",
  close: "M5 5l14 14M19 5 5 19",
  filter: "M3 6h18M6.5 12h11M10 18h4",
  share: "M12 3v12M8 7l4-4 4 4M5 12v8h14v-8",
  menu: "M4 7h16M4 12h16M4 17h16",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  bell: "M6 17v-6a6 6 0 0 1 12 0v6zM4 17h16M10 21h4",
  car: "M4 17v-5l2-6h12l2 6v5zM4 12h16M7 17v2M17 17v2M7.5 14.500h.01M16.500 14.500h.01",
} as const;

// Separate constants, because the first view of the map does not need them.
/** The icon of favourites. */
export const HEART =
  "M12 20S3.5 15 3.5 9.200A4.600 4.600 0 0 1 12 6.800a4.600 4.600 0 0 1 8.500 2.400C20.500 15 12 20 12 20z";
/** The icon that swaps two places. */
export const SWAP = "M8 4v16M4.5 7.5 8 4l3.5 3.5M16 20V4M12.5 16.5 16 20l3.5-3.5";
/** The icon of a route. */
export const ROUTE = "M5 20c6 0 2-8 7-8s1-8 7-8M5 20h.01M19 4h.01";
/** The icon of a way to a place. */
export const GO = "M3 11 21 3l-8 18-2.500-7.500z";

type IconName = keyof typeof PATHS;
type IconProps = { filled?: boolean; name?: IconName; path?: string };

/** A line icon of 24 × 24 units and 1.25 rem, in the colour of the text. Screen readers skip it. */
export function Icon({ filled = false, name, path = PATHS[name!] }: IconProps) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill={filled ? "currentColor" : "none"}
      stroke="currentColor"
      stroke-width="1.9"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}

type ButtonProps = ComponentProps<"button"> & {
  icon?: IconName;
  path?: string;
  label: string;
  filled?: boolean;
};

/** A button with an icon and a label for screen readers. `children` is text next to the icon. */
export function IconButton({ icon, path, label, filled, children, ...button }: ButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} {...button}>
      <Icon name={icon} path={path} filled={filled} />
      {children}
    </button>
  );
}

/** The logo in the colour of the text, without the name. */
export function Logo() {
  return (
    <svg
      class="brand-glyph"
      width="26"
      height="26"
      viewBox="0 0 26 26"
      aria-hidden="true"
      focusable="false"
    >
      <rect
        x="1.250"
        y="1.250"
        width="11.500"
        height="23.500"
        rx="3"
        fill="none"
        stroke="currentColor"
        stroke-width="2.500"
      />
      <rect x="4.500" y="11" width="5" height="10.500" rx="1" fill="currentColor" />
      <path d="M16 3h9M16 8h5M16 13h9M16 18h5M16 23h9" stroke="currentColor" stroke-width="2.200" />
    </svg>
  );
}
