/** When a station is open, and how to get there. @module */

import type { Station } from "../../lib/domain/wire.ts";
import { toDirections } from "../../lib/shared/directions.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { Icon } from "../Icon.tsx";
import type { StationWords } from "../../lib/pages/station/words.ts";

type DayHours = NonNullable<Station["opening_hours"]>[number];
type Props = {
  station: Station;
  isOpen: boolean | null;
  /** 1 Monday to 7 Sunday. */
  weekday: number;
  lang: Lang;
  words: StationWords;
};

/** Open or closed now, the automat, and the week's staffed hours. */
export function Hours({ station, isOpen, weekday, lang, words }: Props) {
  const { automate_24_7: isAutomatic } = station;
  const isUnstaffed = isAutomatic && station.opening_hours?.every(({ closed }) => closed);
  const week = isUnstaffed ? null : station.opening_hours;
  return (
    <div class="stack hours">
      {isOpen !== null && (
        <p class={`hours-now hours-${isOpen ? "open" : "closed"}`}>{isOpen ? words.open : words.closed}</p>
      )}
      {isAutomatic && <p>{isUnstaffed ? `${words.automateNote} ${words.unstaffed}` : words.automateNote}</p>}
      {week === null ? !isAutomatic && <p class="muted">{words.hoursUnknown}</p> : (
        <table class="table hours-table">
          <caption class={isAutomatic ? "hours-caption" : "sr-only"}>
            {isAutomatic ? words.staffed : words.hours}
          </caption>
          <tbody>
            {week.map((day) => (
              <tr key={day.day} class={day.day === weekday ? "hours-today" : undefined}>
                <th scope="row">
                  {words.days[day.day - 1]}
                  {day.day === weekday && <span class="muted">{` (${words.today})`}</span>}
                </th>
                <td class="num">{formatHours(day, lang, words)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

/** `07:30` as French writes it: `7 h 30`, `21 h`. */
function formatTime(time: string, lang: Lang): string {
  if (lang === "en") return time;
  const [hour, minute] = time.split(":");
  return `${Number(hour)}\u00a0h${minute === "00" ? "" : `\u00a0${minute}`}`;
}

function formatHours({ closed, slots }: DayHours, lang: Lang, words: StationWords): string {
  if (closed) return words.dayClosed;
  if (slots.length === 0) return words.dayUnknown;
  if (slots.some(({ open, close }) => open === close)) return words.allDay;
  return slots.map(({ open, close }) => `${formatTime(open, lang)} – ${formatTime(close, lang)}`).join(", ");
}

/** Links that start a navigation, the device's own app first; or that the position is unknown. */
export function Directions({ station, label, words }: { station: Station; label: string; words: StationWords }) {
  const { latitude: lat, longitude: lng } = station;
  if (lat === null || lng === null) return <p class="muted">{words.noPosition}</p>;
  const [own, ...others] = toDirections({ lat, lng, label }, words.openApp);
  return (
    <ul class="directions">
      <li>
        <a class="button button-primary" href={own.href}>
          <Icon name="route" /> {own.name}
        </a>
      </li>
      {others.map(({ name, href }) => (
        <li key={name}>
          <a class="button" href={href} rel="noopener">{name}</a>
        </li>
      ))}
    </ul>
  );
}
