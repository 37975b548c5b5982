/** Brands that sell to members only; docs/data.md explains the list. @module */

type Branded = { readonly brand: string | null };

/** In canonical spelling. */
export const MEMBER_BRANDS: readonly string[] = ["Costco"];

/** Returns whether a station sells to members only. */
export function isMembersOnly({ brand }: Branded): boolean {
  return brand !== null && MEMBER_BRANDS.includes(brand);
}

/** Returns whether a driver with the membership cards of these brands may buy at a station. */
export function mayBuy(
  station: Branded,
  { cards }: { readonly cards: readonly string[] },
): boolean {
  return !isMembersOnly(station) || cards.includes(station.brand!);
}
