/** Where a page lies: the way back up, for people; search engines read the same in the page's metadata. @module */

import { type Lang, toLocalPath } from "../lib/shared/lang.ts";
import type { Crumb } from "../lib/shared/page.ts";

/** The steps as links, the last one as plain text. */
export function Breadcrumbs({ crumbs, label, lang }: { crumbs: readonly Crumb[]; label: string; lang: Lang }) {
  const last = crumbs.length - 1;
  return (
    <nav class="crumbs" aria-label={label}>
      <ol class="crumbs-list">
        {crumbs.map(({ name, path }, at) => (
          <li key={path}>
            {at === last ? <span aria-current="page">{name}</span> : <a href={toLocalPath(path, lang)}>{name}</a>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
