/** Brand chips drawn by us, letters on a colour: without them lists would need other people's logos. @module */

import { toChip } from "../lib/shared/brand_chip.ts";

/** A chip with one to three letters of the brand, hidden from readers since the name stands beside it. */
export function BrandChip({ brand }: { brand: string | null }) {
  const { letters, tone } = toChip(brand);
  return <span class={`chip chip-${tone}`} aria-hidden="true">{letters}</span>;
}
