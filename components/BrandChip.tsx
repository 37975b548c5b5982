/** The chip of a brand: letters on a tone, never a logo. @module */

import type { ComponentChildren } from "preact";

/** A tone of `static/styles.css` (`.chip-…`). */
type ChipTone = "teal" | "blue" | "navy" | "red" | "orange" | "green" | "violet" | "gold" | "none";

const COMMON: Record<string, readonly [string, ChipTone]> = {
  "TotalEnergies": ["TE", "red"],
  "TotalEnergies Access": ["TA", "red"],
  "Intermarché": ["IM", "red"],
  "E.Leclerc": ["EL", "blue"],
  "Carrefour": ["C", "blue"],
  "Carrefour Market": ["CM", "blue"],
  "Carrefour Contact": ["CC", "blue"],
  "Carrefour Express": ["CE", "blue"],
  "Système U": ["U", "teal"],
  "Super U": ["SU", "teal"],
  "Hyper U": ["HU", "teal"],
  "U Express": ["UX", "teal"],
  "Station U": ["U", "teal"],
  "Auchan": ["A", "green"],
  "Avia": ["AV", "red"],
  "Esso": ["ES", "navy"],
  "Esso Express": ["EX", "navy"],
  "BP": ["BP", "green"],
  "Shell": ["SH", "gold"],
  "Eni": ["ENI", "gold"],
  "Netto": ["N", "gold"],
  "Casino": ["CA", "green"],
  "Géant": ["G", "green"],
  "Spar": ["SP", "green"],
  "Dyneff": ["DY", "violet"],
  "Elan": ["EN", "navy"],
  "Vito": ["VI", "orange"],
  "Cora": ["CO", "orange"],
  "Match": ["M", "orange"],
  "Costco": ["CO", "navy"],
  "Roady": ["RO", "orange"],
};

const TONES = ["teal", "blue", "navy", "red", "orange", "green", "violet", "gold"] as const;

function hash(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return sum;
}

/** Letters and tone of a chip: from the table, else the first letters of the brand's words on a tone derived from its name. */
function toChip(brand: string | null): { letters: string; tone: ChipTone } {
  if (brand === null) return { letters: "?", tone: "none" };
  const common = COMMON[brand];
  if (common) return { letters: common[0], tone: common[1] };
  const words = brand.split(/[\s.'’-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word[0]).join("") : (words[0] ?? "?").slice(0, 2);
  return { letters: letters.toUpperCase(), tone: TONES[hash(brand) % TONES.length] ?? "none" };
}

/** A chip with one to three letters of the brand, hidden from readers since the name is next to it. */
export function BrandChip({ brand }: { brand: string | null }) {
  const { letters, tone } = toChip(brand);
  return <span class={`chip chip-${tone}`} aria-hidden="true">{letters}</span>;
}

/** Chip and name, and what comes below the name. */
export function BrandCell({ brand, children }: { brand: string; children?: ComponentChildren }) {
  return (
    <span class="brand-cell">
      <BrandChip brand={brand} />
      <span>
        {brand}
        {children}
      </span>
    </span>
  );
}
