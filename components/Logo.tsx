/** The mark of the site: a gauge glass with its graduations. @module */

/** The glyph alone, in the colour of the text. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg class="brand-glyph" width={size} height={size} viewBox="0 0 26 26" aria-hidden="true" focusable="false">
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
