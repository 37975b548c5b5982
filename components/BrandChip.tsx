/** The chip of a brand: letters on a tone, never a logo. @module */

/** Letters of common brands by the tone of their chip (`.chip-…` in `static/styles.css`). */
const BY_TONE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  teal: { "Système U": "U", "Super U": "SU", "Hyper U": "HU", "U Express": "UX", "Station U": "U" },
  blue: {
    "E.Leclerc": "EL",
    "Carrefour": "C",
    "Carrefour Market": "CM",
    "Carrefour Contact": "CC",
    "Carrefour Express": "CE",
  },
  navy: { "Esso": "ES", "Esso Express": "EX", "Elan": "EN", "Costco": "CO" },
  red: { "TotalEnergies": "TE", "TotalEnergies Access": "TA", "Intermarché": "IM", "Avia": "AV" },
  orange: { "Vito": "VI", "Cora": "CO", "Match": "M", "Roady": "RO" },
  green: { "Auchan": "A", "BP": "BP", "Casino": "CA", "Géant": "G", "Spar": "SP" },
  violet: { "Dyneff": "DY" },
  gold: { "Shell": "SH", "Eni": "ENI", "Netto": "N" },
};

const TONES = Object.keys(BY_TONE);

function hash(text: string): number {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) % 9973;
  return sum;
}

/**
 * Returns the letters and the tone of a chip: from the table, otherwise the first letters of the
 * brand's words and a tone derived from its name.
 */
function toChip(brand: string | null): { letters: string; tone: string } {
  if (brand === null) return { letters: "?", tone: "none" };
  for (const tone of TONES) {
    const letters = BY_TONE[tone]![brand];
    if (letters) return { letters, tone };
  }
  const words = brand.split(/[\s.'’-]+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const letters = words.length > 1
    ? words.slice(0, 2).map((word) => word[0]).join("")
    : (words[0] ?? "?").slice(0, 2);
  return { letters: letters.toUpperCase(), tone: TONES[hash(brand) % TONES.length]! };
}

/**
 * A chip with one to three letters of the brand. Hidden from screen readers, which read the name
 * next to it.
 */
export function BrandChip({ brand }: { brand: string | null }) {
  const { letters, tone } = toChip(brand);
  return <span class={`chip chip-${tone}`} aria-hidden="true">{letters}</span>;
}
