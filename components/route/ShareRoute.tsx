/** Sharing a route: its link, a GPX file, directions with the stops as way points. @module */

import type { Way } from "../../lib/client/route/line_file.ts";
import type { Planner } from "../../lib/client/route/planner.ts";
import { toWayDirections } from "../../lib/shared/route/directions.ts";
import { toKm, toStationName } from "../../lib/shared/station/listed_station.ts";
import type { Point } from "../../lib/shared/explorer/url_state.ts";
import type { RoutePlan } from "../../lib/shared/route/route_answer.ts";
import { toRouteName } from "../../lib/shared/route/route_name.ts";
import type { RouteWords } from "../../lib/shared/words/route.ts";
import type { Worded } from "../base.ts";
import { Services, usePlatform } from "../Directions.tsx";
import { Icon } from "../Icon.tsx";

type Props = Worded & { planner: Planner; plan: RoutePlan; words: RouteWords };

type Named = Way["stops"][number];

/** Some points of a line in order, each with the share of the line before it: up to the nearest vertex after the last one's. */
function placeOnLine(points: readonly Named[], line: readonly Point[]): { point: Named; share: number }[] {
  const kms = [0];
  for (let i = 1; i < line.length; i++) kms.push(kms[i - 1]! + toKm(line[i - 1]!, line[i]!));
  let first = 0;
  return points.map((point) => {
    for (let i = first, least = Infinity; i < line.length; i++) {
      const off = toKm(line[i]!, point);
      if (off < least) [first, least] = [i, off];
    }
    return { point, share: kms[first]! / kms.at(-1)! };
  });
}

/** The way with its stops; null before there is a line. */
function toWay({ planner: { question, answer, drawn }, plan, words, common }: Props): Way | null {
  const { from, to, via, isReturn, line: fileLine } = question.value;
  const line = drawn.value?.places ?? [];
  const [first, last] = [line[0], line.at(-1)];
  if (!answer.value || !first || !last) return null;
  const stops = plan.stops.flatMap(({ entry, km }) =>
    entry === null
      ? []
      : [{ km, point: { lat: entry.latitude, lng: entry.longitude, name: toStationName(entry, common) } }]
  );
  const isOfFile = fileLine !== null || !from.point || !to.point;
  const start = { ...first, name: isOfFile ? words.from : from.text };
  const end = { ...last, name: isOfFile ? words.to : to.text };
  const lengthKm = answer.value.meta.route.length_km;
  const between = isOfFile ? [] : via.map(({ text, point }) => ({ ...point!, name: text }));
  const through = [
    ...placeOnLine(between, line).map(({ point, share }) => ({ point, km: share * lengthKm })),
    ...stops,
  ];
  if (isReturn) through.push({ point: end, km: lengthKm });
  return {
    ...{ name: toRouteName(question.value, words.fileLine), line, stops: stops.map(({ point }) => point) },
    through: through.sort((a, b) => a.km - b.km).map(({ point }) => point),
    ends: [start, isReturn ? start : end],
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
        services={toWayDirections({ ...to, label: to.name }, { from, stops: way.through, platform })}
        label={words.navigate}
        words={common}
      />
      <p role="status">{message === null ? "" : message === "copied" ? words.shared : words.notShared}</p>
    </div>
  );
}
