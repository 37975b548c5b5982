/** The line of the visitor's last route on the home; loaded when needed. @module */

import type { MyRoute } from "../../lib/client/device/my_route.ts";
import { toRouteName } from "../../lib/shared/route/route_name.ts";
import { readQuestion } from "../../lib/shared/route/route_question.ts";
import { toStationName } from "../../lib/shared/station/listed_station.ts";
import type { toMyRouteWords } from "../../lib/shared/words/device_pages.ts";
import { fill } from "../../lib/shared/words/fill.ts";
import { type Lang, toLocalPath } from "../../lib/shared/words/lang.ts";
import { Price } from "../Price.tsx";

type Props = { route: MyRoute; lang: Lang; words: ReturnType<typeof toMyRouteWords> };

/** "Paris → Lyon", its fuel, "1,689 € à Total, Vitry-sur-Seine": a link to the route's page. */
export function MyRouteLine({ route: { query, stop }, lang, words }: Props) {
  const question = readQuestion(new URLSearchParams(query));
  const name = [toStationName(stop, words), stop.city].filter(Boolean).join(", ");
  return (
    <a class="home-route-line" href={toLocalPath(`/itineraire?${query}`, lang)}>
      <span class="home-route-name">
        <strong>{toRouteName(question, words.fileLine)}</strong> · {words.fuels[question.fuel].short}
      </span>
      <span class="home-route-name">
        <Price price={stop.net_price} lang={lang} /> {fill(words.at, { name })}
      </span>
    </a>
  );
}
