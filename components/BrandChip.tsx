/** The chip that stands for a brand, drawn by us and never a logo. @module */

/** A tone of `static/styles.css` (`.chip-…`). */
type ChipTone = "teal" | "blue" | "navy" | "red" | "orange" | "green" | "violet" | "gold" | "none";

const KNOWN: Record<string, readonly [string, ChipTone]> = {
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

/**
 * What a brand's chip shows: from a table for the common ones, else the first letters of its words on a tone that is always the
 * same for one name. An unknown brand gets a mark of its own.
 */
function toChip(brand: string | null): { letters: string; tone: ChipTone } {
  if (brand === null) return { letters: "?", tone: "none" };
  const known = KNOWN[brand];
  if (known) return { letters: known[0], tone: known[1] };
  const words = brand.split(/[\s.'’-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word[0]).join("") : (words[0] ?? "?").slice(0, 2);
  return { letters: letters.toUpperCase(), tone: TONES[hash(brand) % TONES.length] ?? "none" };
}

/** A chip with one to three letters of the brand, hidden from readers since the name is next to it. */
export function BrandChip({ brand }: { brand: string | null }) {
  const { letters, tone } = toChip(brand);
  return <span class={`chip chip-${tone}`} aria-hidden="true">{letters}</span>;
}
