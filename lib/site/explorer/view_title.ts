/**
 * The title of a map view, which the server writes and the browser updates when the view changes.
 *
 * @module
 */

import { isMoved } from "./area.ts";
import { toNearTown } from "../../places/place_name.ts";
import { formatPrice } from "../../words/format.ts";
import type { Lang } from "../../words/lang.ts";
import { toPriceText } from "../../shared/price/money.ts";
import type { View, ViewLocation } from "./url_state.ts";
import type { ExplorerWords } from "../../words/home.ts";
import { COLON, fill } from "../../words/fill.ts";
import type { CommonWords } from "../../words/mod.ts";

/**
 * The parts of a title. `cheapestMilli` is the cheapest price of the view's area, or null. `near`
 * is a town near a view without a name, or null.
 */
type Titled = {
  view: View;
  where: Pick<ViewLocation, "place">;
  near: string | null;
  cheapestMilli: number | null;
};

type Words = { lang: Lang; words: ExplorerWords; common: CommonWords };

/**
 * Returns a view's name: its place, otherwise the text of an address. Returns null for a position
 * or a moved view.
 */
export function toPlaceName({ view, where }: Pick<Titled, "view" | "where">): string | null {
  return isMoved(view) ? null : where.place?.name ?? (view.q || null);
}

/**
 * Returns the title without the site's name. A moved view's title has no price, since it would
 * depend on the screen.
 */
export function toViewTitle(
  { view, where, near, cheapestMilli }: Titled,
  { lang, words, common }: Words,
): string {
  const fuel = common.fuels[view.fuel].short;
  const place = toPlaceName({ view, where });
  if (place === null && near === null && isMoved(view)) return fill(words.titleMoved, { fuel });
  const hasPrice = cheapestMilli !== null && !isMoved(view);
  const price = hasPrice ? `${COLON[lang]} ${formatPrice(toPriceText(cheapestMilli), lang)}` : "";
  const title = place === null
    ? `${fuel} ${near ? toNearTown(near, lang) : words.nearYou}`
    : fill(words.title, { fuel, place });
  return title + price;
}
