/** Notes on a price: its age, its trend, a stock-out, a closure. @module */

import type { Station } from "../lib/domain/wire.ts";
import {
  formatAge,
  formatCents,
  formatDay,
  formatInstant,
  IN_FORCE_DAYS,
} from "../lib/words/format.ts";
import type { Lang } from "../lib/words/lang.ts";
import { DAY_MS } from "../lib/shared/units.ts";
import { isOutForNow } from "../lib/shared/price/unranked.ts";
import { fill } from "../lib/words/fill.ts";
import type { CommonWords } from "../lib/words/mod.ts";
import type { Timed, Worded } from "./base.ts";

/** The age of an instant in words, with the instant in `dateTime` and in the tooltip. */
export function Age({ at, nowMs, lang }: { at: string; nowMs: number; lang: Lang }) {
  const isOld = nowMs - Date.parse(at) >= IN_FORCE_DAYS * DAY_MS;
  return (
    <time
      class={isOld ? "age age-old" : "age"}
      dateTime={at}
      // The first date takes a browser tens of milliseconds, so it formats the tooltip only on
      // hover.
      title={"document" in globalThis ? undefined : formatInstant(at, lang)}
      onPointerEnter={({ currentTarget: time }) => time.title ||= formatInstant(at, lang)}
    >
      {formatAge(at, { nowMs, lang })}
    </time>
  );
}

type StockOutProps = Timed & { kind: "temporary" | "permanent"; since: string };

/** "Rupture depuis le 3 juin 2026", or that the station does not sell the fuel. */
export function StockOut({ kind, since, nowMs, lang, common: { outOfStock } }: StockOutProps) {
  const date = formatDay(since, lang);
  const isOut = isOutForNow({ kind, since }, nowMs);
  const text = isOut
    ? `${outOfStock.temporary} ${fill(outOfStock.since, { date })}`
    : outOfStock.permanent;
  return <span class={isOut ? "out" : "out unsold"}>{text}</span>;
}

/** The sign of each trend. */
export const ARROW = { up: "↗", down: "↘", stable: "→", unknown: "" } as const;

type TrendProps = Worded & { trend: keyof typeof ARROW; change: string | null };

/** "↘ −1,2 c sur 7 jours"; null for an unknown trend. */
export function Trend({ trend, change, lang, common }: TrendProps) {
  if (change === null) return null;
  return (
    <Change
      trend={trend}
      change={change}
      lang={lang}
      text={common.trend.over7Days}
      name={`${common.trend[trend]},`}
    />
  );
}

type ChangeProps = {
  trend: keyof typeof ARROW;
  change: string;
  text: string;
  lang: Lang;
  name?: string;
};

/** "↘ −3,0 c depuis mardi". */
export function Change({ trend, change, text, lang, name }: ChangeProps) {
  return (
    <span class={`trend trend-${trend}`}>
      <span aria-hidden="true">{ARROW[trend]}</span>
      {name && <span class="sr-only">{name}</span>}
      {`${formatCents(change, lang)} ${text}`}
    </span>
  );
}

type Props = {
  station: Pick<Station, "closed_since" | "closed_kind">;
  lang: Lang;
  common: CommonWords;
};

/** "Fermée temporairement depuis le 3 juin 2026." */
export function Closed(
  { station: { closed_since: since, closed_kind: kind }, lang, common }: Props,
) {
  if (!since) return null; // a browser may have stored the response before this field existed
  const text = common.station.closed[kind ?? "temporary"];
  return <p class="state state-failed">{fill(text, { date: formatDay(since, lang) })}</p>;
}
