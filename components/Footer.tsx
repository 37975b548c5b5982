/** The end of every page: sources, licence, and that the site is not the State's. @module */

import { type Lang, toLocalPath } from "../lib/shared/lang.ts";
import { innerWords } from "../lib/shared/words/inner.ts";
import { commonWords } from "../lib/shared/words/mod.ts";

/** Where errors of the data are reported: to the State's own site. */
export const SOURCE_SITE = "https://www.prix-carburants.gouv.fr/";

/** Links and attribution. */
export function Footer({ lang }: { lang: Lang }) {
  const words = commonWords(lang);
  return (
    <footer class="footer" aria-label={words.footer.label}>
      <div class="wrap">
        <div class="ticks" />
        <div class="footer-links">
          <a href={toLocalPath("/tendances", lang)}>{words.nav.trends}</a>
          <a href={toLocalPath("/departements", lang)}>{innerWords(lang).departments}</a>
          <a href={toLocalPath("/favoris", lang)}>{words.nav.kept}</a>
          <a href={toLocalPath("/a-propos", lang)}>{words.footer.about}</a>
          <a href={toLocalPath("/mentions-legales", lang)}>{words.footer.legal}</a>
          <a href={toLocalPath("/docs", lang)}>{words.nav.docs}</a>
          <a href={SOURCE_SITE} rel="noopener">{words.footer.report}</a>
        </div>
        <p>
          <strong>{words.unofficial}</strong> {words.footer.sources}{" "}
          <a href="https://opendatacommons.org/licenses/odbl/1-0/" rel="license noopener">{words.footer.license}</a>.
        </p>
      </div>
    </footer>
  );
}
