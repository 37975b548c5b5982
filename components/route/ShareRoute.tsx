/** Shares a route: its link, a GPX file, and directions with the stops as way points. @module */

import type { Way } from "../../lib/client/route/line_file.ts";
import type { Planner } from "../../lib/client/route/planner.ts";
import { toWayDirections } from "../map_links.ts";
import { toStationName } from "../../lib/site/listed_station.ts";
import { type Point, toKm } from "../../lib/places/point.ts";
import { toEnds, toRouteName } from "../../lib/site/route/route_question.ts";
import type { RouteWords } from "../../lib/words/route.ts";
import type { Worded } from "../base.ts";
import { Services, usePlatform } from "../Directions.tsx";
import { fill } from "../../lib/words/fill.ts";
import { GO, Icon } from "../Icon.tsx";

type Props = Worded & { planner: Planner; words: RouteWords };

/** Returns how far along a line its vertex nearest to a point is, from 0 to 1. */
function toShare(line: readonly Point[], point: Point): number {
  const kms = [0];
  for (let i = 1; i < line.length; i++) kms.push(kms[i - 1]! + toKm(line[i - 1]!, line[i]!));
  const offs = line.map((vertex) => toKm(vertex, point));
  return kms[offs.indexOf(offs.reduce((a, b) => Math.min(a, b)))]! / kms.at(-1)!;
}

/** Returns the way with its stops, or null without an answer. */
function toWay({ planner: { question, answer, drawn }, words, common }: Props): Way | null {
  const { places: { from, to, ...via }, isReturn, line: fileLine } = question.value;
  // Until the line is known, the button leads along the places.
  const line = drawn.value?.places ?? toEnds(question.value).flatMap(({ point }) => point ?? []);
  const first = line[0];
  const last = line.at(-1);
  if (!answer.value || !first || !last) return null;
  const { length_km } = answer.value.meta.route;
  const stops = (answer.value.meta.plan?.stops ?? []).map((stop) => ({
    km: stop.km_along,
    lat: stop.latitude,
    lng: stop.longitude,
    name: toStationName(stop, common),
  }));
  const isOfFile = fileLine !== null || !from.point || !to.point;
  const places = Object.values(via).flatMap(({ text: name, point }) =>
    point && !isOfFile ? [{ ...point, name, km: toShare(line, point) * length_km }] : []
  );
  const start = { ...first, name: isOfFile ? words.from : from.text };
  const end = { ...last, name: isOfFile ? words.to : to.text, km: length_km };
  const through = [...places, ...stops, ...isReturn ? [end] : []].sort((a, b) => a.km - b.km);
  return {
    name: toRouteName(question.value) || words.fileLine,
    line,
    stops,
    ends: [start, isReturn ? start : end],
    through,
  };
}

/**
 * A button that opens the way with its stops in a navigation service, and a menu with the other
 * services, the GPX file and the link.
 */
export function ShareRoute(props: Props) {
  const { planner, words, common } = props;
  const platform = usePlatform();
  const way = toWay(props);
  if (!way) return null;
  const [from, to] = way.ends;
  const message = planner.message.value;
  const [first, ...others] = toWayDirections({ ...to, label: to.name }, {
    from,
    stops: way.through,
    platform,
  });
  return (
    <div class="row route-hand">
      <a class="button button-primary" href={first!.href} rel="noopener">
        <Icon path={GO} />{" "}
        <span>{fill(words.openIn, { name: common.directions.services[first!.service] })}</span>
      </a>
      <details class="route-more">
        <summary>{words.exports}</summary>
        <div class="row">
          <button type="button" class="button js-only" onClick={planner.share}>
            <Icon name="share" /> {words.share}
          </button>
          <button type="button" class="button js-only" onClick={() => planner.save(way)}>
            {words.gpx}
          </button>
          <Services services={others} label={words.navigate} words={common} />
        </div>
      </details>
      <p role="status">
        {message !== null && (message === "copied" ? words.shared : words.notShared)}
      </p>
    </div>
  );
}
