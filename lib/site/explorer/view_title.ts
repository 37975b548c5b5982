/**
 * The title of a view of the map, as the server writes it and the browser keeps it while the view
 * changes.
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
 * The parts of a title; `cheapestMilli` is the cheapest price of the view's area, null when there
 * is none; `near`: a town nearby, where one is known and the view has no name.
 */
type Titled = {
  view: View;
  where: Pick<ViewLocation, "place">;
  near: string | null;
  cheapestMilli: number | null;
};

type Words = { lang: Lang; words: ExplorerWords; common: CommonWords };

/**
 * A view's name: its place, else the text of an address; null for a mere position, and once it was
 * moved away.
 */
export function toPlaceName({ view, where }: Pick<Titled, "view" | "where">): string | null {
  return isMoved(view) ? null : where.place?.name ?? (view.q || null);
}

/**
 * The title without the site's name. A moved view's title has no price, which would depend on the
 * screen.
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
