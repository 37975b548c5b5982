/** The departments' means as lists: what the coloured map says, for everybody. @module */

import type { Department } from "../../lib/domain/wire.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import { type Bounds, toTertile } from "../../lib/shared/tertiles.ts";
import type { LandingWords } from "../../lib/shared/words/home.ts";
import type { CommonWords } from "../../lib/shared/words/mod.ts";
import { PricePill } from "../Price.tsx";
import { toDepartmentPath } from "./FranceMap.tsx";

const SHOWN = 5;

type Props = {
  departments: readonly Department[];
  bounds: Bounds | null;
  fuel: Fuel;
  lang: Lang;
  words: LandingWords;
  common: CommonWords;
};

/** Departments that have a mean, cheapest first; ties by code. */
export function rankDepartments(departments: readonly Department[]): (Department & { avgPrice1d: string })[] {
  return departments
    .filter((department): department is Department & { avgPrice1d: string } => department.avgPrice1d !== null)
    .sort((a, b) => parsePriceText(a.avgPrice1d) - parsePriceText(b.avgPrice1d) || (a.code < b.code ? -1 : 1));
}

/** The cheapest and the dearest five, and all of them folded away. */
export function DepartmentRanking({ departments, words, ...rest }: Props) {
  const ranked = rankDepartments(departments);
  const list = (some: typeof ranked) => <DepartmentList ranked={some} {...rest} />;
  if (ranked.length === 0) return null;
  return (
    <div class="ranking">
      <h3>{words.cheapestDepartments}</h3>
      {list(ranked.slice(0, SHOWN))}
      <h3>{words.dearestDepartments}</h3>
      {list(ranked.slice(-SHOWN).reverse())}
      <details class="ranking-all">
        <summary class="button">{words.allDepartments}</summary>
        {list([...ranked].sort((a, b) => a.code < b.code ? -1 : 1))}
      </details>
    </div>
  );
}

type ListProps = Omit<Props, "departments" | "words"> & { ranked: ReturnType<typeof rankDepartments> };

function DepartmentList({ ranked, bounds, fuel, lang, common }: ListProps) {
  return (
    <ol class="ranking-list">
      {ranked.map(({ code, name, avgPrice1d }) => (
        <li key={code}>
          <a href={toDepartmentPath(code, fuel, lang)}>
            <span class="ranking-code num">{code}</span> {name}
          </a>
          <PricePill
            price={avgPrice1d}
            level={bounds && toTertile(parsePriceText(avgPrice1d), bounds)}
            lang={lang}
            words={common}
          />
        </li>
      ))}
    </ol>
  );
}
