/** The chip that stands for a brand, drawn by us. @module */

import { toChip } from "../lib/shared/brand_chip.ts";

/** A chip with one to three letters of the brand, hidden from readers since the name is next to it. */
export function BrandChip({ brand }: { brand: string | null }) {
  const { letters, tone } = toChip(brand);
  return <span class={`chip chip-${tone}`} aria-hidden="true">{letters}</span>;
}
