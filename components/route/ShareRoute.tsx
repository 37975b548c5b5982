/** Sharing a route: its link, a GPX file, directions with the stops as way points. @module */

import type { Way } from "../../lib/client/route/line_file.ts";
import type { Planner } from "../../lib/client/route/planner.ts";
import { toWayDirections } from "../../lib/shared/route/directions.ts";
import { toStationName } from "../../lib/shared/station/listed_station.ts";
import { toPlannedStops } from "../../lib/shared/route/route_answer.ts";
import type { RouteWords } from "../../lib/shared/words/route.ts";
import type { Worded } from "../base.ts";
import { Services, usePlatform } from "../Directions.tsx";
import { Icon } from "../Icon.tsx";

type Props = Worded & { planner: Planner; words: RouteWords };

/** The way with its stops; null before there is a line. */
function toWay({ planner: { question, answer, drawn }, words, common }: Props): Way | null {
  const { from, to } = question.value;
  const line = drawn.value?.places ?? [];
  const [first, last] = [line[0], line.at(-1)];
  if (!answer.value || !first || !last) return null;
  const stops = toPlannedStops(answer.value).flatMap(({ entry }) =>
    entry === null ? [] : [{ lat: entry.latitude, lng: entry.longitude, name: toStationName(entry, common) }]
  );
  const isOfFile = question.value.line !== null || !from.point || !to.point;
  const name = isOfFile ? words.fileLine : `${from.text} – ${to.text}`;
  return {
    ...{ name, line, stops },
    ends: [{ ...first, name: isOfFile ? words.from : from.text }, { ...last, name: isOfFile ? words.to : to.text }],
  };
}

/** Share, GPX, and the navigation services. */
export function ShareRoute(props: Props) {
  const { planner, words, common } = props;
  const platform = usePlatform();
  const way = toWay(props);
  if (!way) return null;
  const [from, to] = way.ends;
  const message = planner.message.value;
  return (
    <div class="route-hand">
      <button type="button" class="button" onClick={planner.share}>
        <Icon name="share" /> {words.share}
      </button>
      <button type="button" class="button" onClick={() => planner.save(way)}>{words.gpx}</button>
      <Services
        services={toWayDirections({ ...to, label: to.name }, { from, stops: way.stops, platform })}
        label={words.navigate}
        words={common}
      />
      <p role="status">{message === null ? "" : message === "copied" ? words.shared : words.notShared}</p>
    </div>
  );
}
