/**
 * Notes around the list of the map page: no results, files, the station that gains compare with,
 * and unranked stations.
 *
 * @module
 */

import { type Area, MAX_AROUND_KM, toApiFilters, WORLD } from "../../lib/site/explorer/area.ts";
import { isCovered } from "../../lib/places/coverage.ts";
import type { Box } from "../../lib/client/stations.ts";
import { formatCount, formatPrice, formatRadius } from "../../lib/words/format.ts";
import { type Lang, toLocalPath } from "../../lib/words/lang.ts";
import { toStationName } from "../../lib/site/listed_station.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { ROAD_FACTOR } from "../../lib/shared/price/real_cost.ts";
import { findSet, SWITCHES } from "../../lib/site/explorer/filters.ts";
import { nameService, toServiceLabel } from "../../lib/words/services.ts";
import {
  countFilters,
  MAX_RADIUS_KM,
  NO_FILTERS,
  RADII,
  toQuery,
  type View,
  type ViewLocation,
} from "../../lib/site/explorer/url_state.ts";
import { toAtTown } from "../../lib/places/place_name.ts";
import { toPlaceName } from "../../lib/site/explorer/view_title.ts";
import type { HomeWords } from "../../lib/words/home.ts";
import { COLON, count, fill } from "../../lib/words/fill.ts";
import type { Live } from "../base.ts";
import { EmbedCode } from "../EmbedCode.tsx";

type Base = { lang: Lang; words: HomeWords };

type EmptyProps = Linked & {
  where: Pick<ViewLocation, "lat" | "lng" | "place">;
  /** The radius of the search, km; null for a whole department or region. */
  radiusKm: number | null;
};

/** Returns the filters that are set, each with the change of the view that removes it. */
function listFilters(
  view: View,
  { lang, words: { explorer: words } }: Base,
): { name: string; without: Partial<View> }[] {
  const { brands, brandsOut, services } = view;
  const others = <T,>(all: readonly T[], one: T) => all.filter((each) => each !== one);
  return [
    ...brands.map((brand) => ({
      name: brandsOut ? fill(words.exceptBrand, { brand }) : brand,
      without: { brands: others(brands, brand) },
    })),
    ...services.map((slug) => ({
      name: nameService(toServiceLabel(slug), lang),
      without: { services: others(services, slug) },
    })),
    ...findSet(view).map((name) => ({
      name: words[name],
      without: { [name]: SWITCHES[name].usual },
    })),
  ];
}

type Linked = Base & {
  view: View;
  /** Handles a click on a link to a changed view. Without it, the browser follows the link. */
  onLink?: (part: Partial<View>) => (event: MouseEvent) => void;
};

function toLink(part: Partial<View>, { view, lang, onLink }: Linked) {
  return {
    href: toLocalPath(`/?${toQuery({ ...view, ...part })}`, lang),
    "aria-current": "false" as const,
    onClick: onLink?.(part),
  };
}

/** The filters that are set, as links that remove them. */
export function FilterChips(props: Linked) {
  const { view, words: { explorer: words } } = props;
  return (
    <p class="row">
      {listFilters(view, props).map(({ name, without }) => (
        <a
          key={name}
          class="button"
          aria-label={fill(words.removeFilter, { name })}
          {...toLink(without, props)}
        >
          {`${name} ✕`}
        </a>
      ))}
    </p>
  );
}

/** Replaces an empty list: offers a wider radius, and the same view without filters. */
export function Empty(props: EmptyProps) {
  const { view, where, radiusKm, lang, words: { explorer: words } } = props;
  if (!isCovered(where)) {
    const name = toPlaceName({ view, where });
    return (
      <p class="state">
        {fill(words.uncovered, { at: name === null ? words.here : toAtTown(name, lang) })}
      </p>
    );
  }
  const wider = radiusKm === null
    ? null
    : [...RADII, 150, MAX_RADIUS_KM].find((radius) => radius > radiusKm) ?? null;
  const isFiltered = countFilters(view) > 0;
  const radius = radiusKm === null
    ? words.inView.toLowerCase()
    : fill(words.within, { radius: formatRadius(radiusKm, lang) });
  const filters = listFilters(view, props).map(({ name }) => name).join(", ");
  return (
    <div class="state">
      <p>{fill(isFiltered ? words.emptyFiltered : words.emptyText, { radius, filters })}</p>
      <p class="row">
        {wider !== null && (
          <a class="button button-primary" {...toLink({ radiusKm: wider }, props)}>
            {fill(words.widen, { radius: formatRadius(wider, lang) })}
          </a>
        )}
        {isFiltered && <a class="button" {...toLink(NO_FILTERS, props)}>{words.withoutFilters}</a>}
      </p>
    </div>
  );
}

type ExportProps = Base & {
  view: View;
  where: Pick<ViewLocation, "lat" | "lng" | "place">;
  area: Area;
  /** The visible part of the map, or null before the map is loaded. */
  box: Box | null;
  /** The radius of the map around its middle, km. */
  radiusKm: number;
  /** The site's origin; by default that of the browser's page. */
  origin?: string;
};

/** Links to the stations of the view's area as files, and the map of its place for other sites. */
export function Exports(props: ExportProps) {
  const { view, where: { lat, lng, place }, area, box, radiusKm, lang, words: { explorer } } =
    props;
  const shared = { fuel: view.fuel, ...toApiFilters(view) };
  const department = area.kind === "territory" && { department: area.departments.join() };
  const visible = area.kind === "view" ? box : null;
  const searched = department ? WORLD : visible;
  const path = searched
    ? `/api/v1/stations/bbox?${toParams({ ...searched, ...department, ...shared, limit: 500 })}`
    : `/api/v1/stations/search?${
      toParams({ lat, lng, radius: Math.min(MAX_AROUND_KM, radiusKm), ...shared, limit: 100 })
    }`;
  return (
    <>
      <p class="small export">
        {`${explorer.export}${COLON[lang]} `}
        <a href={`${path}&format=csv`} download>CSV</a>,{" "}
        <a href={`${path}&format=geojson`} download>GeoJSON</a>
      </p>
      {place && (
        <EmbedCode
          page={`carte?place=${place.code}&fuel=${view.fuel}`}
          title={place.name}
          label={explorer.embed}
          origin={props.origin ?? location.origin}
          lang={lang}
        />
      )}
    </>
  );
}

function toParams(values: Record<string, string | number | true>): URLSearchParams {
  const toText = (value: string | number | true) =>
    String(typeof value === "number" ? Number(value.toFixed(4)) : value);
  return new URLSearchParams(Object.entries(values).map(([name, value]) => [name, toText(value)]));
}

/** The station that gains compare with, and how ways are estimated. */
export function OfferNote({ model, lang, words: { explorer: words }, common }: Live) {
  const { litres, per100Km, e85Factor } = model.driver.value;
  const { worth, ownFuels } = model.listing.value;
  if (worth === null) return null;
  const { nearest } = worth;
  return (
    <p class="list-note muted small">
      {fill(words.offerNote, {
        litres,
        name: toStationName(nearest, common),
        price: formatPrice(toPriceText(nearest.paid?.priceMilli ?? nearest.priceMilli), lang),
        factor: formatCount(ROAD_FACTOR, lang),
        per100Km: formatCount(per100Km, lang),
      })}
      {ownFuels && ownFuels.length > 1 && ownFuels.includes("e85") &&
        ` ${fill(words.offerE85, { n: formatCount(e85Factor, lang) })}`}
    </p>
  );
}

/** How many stations in view are unranked, by reason, each with the shape of its dot. */
export function Unranked({ model, lang, words: { explorer: words } }: Live) {
  const { unranked: counts } = model.listing.value;
  const reasons = (["out", "old", "unsold"] as const).filter((reason) => counts[reason] > 0);
  if (reasons.length === 0) return null;
  return (
    <div class="list-note muted small">
      <p>{`${words.unranked}${COLON[lang]}`}</p>
      <ul class="unranked">
        {reasons.map((reason) => (
          <li key={reason}>
            <span class={`unranked-dot unranked-${reason}`} aria-hidden="true" />
            {count(words.unrankedBy[reason], counts[reason], { lang })}
          </li>
        ))}
      </ul>
    </div>
  );
}
