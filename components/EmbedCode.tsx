/** Offers a page for frames, as the line of HTML that embeds it in another site. @module */

import { type Lang, toLocalPath } from "../lib/words/lang.ts";

/**
 * `page` follows `/embed/` in its French address. `title` is the frame's title, for screen readers.
 * `label` names the offer.
 */
type Props = { page: string; title: string; label: string; origin: string; lang: Lang };

/** A box that unfolds, with the line to copy. The frame is as high as most screens need. */
export function EmbedCode({ page, title, label, origin, lang }: Props) {
  const src = origin + toLocalPath(`/embed/${page}`, lang).replaceAll("&", "&amp;");
  const height = page.startsWith("carte") ? 940 : 400;
  const line =
    `<iframe src="${src}" title="${title}" width="100%" height="${height}" loading="lazy" style="border:0">` +
    "</iframe>";
  return (
    <details class="embed-code">
      <summary>{label}</summary>
      <textarea
        readOnly
        rows={4}
        aria-label={label}
        value={line}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
    </details>
  );
}
