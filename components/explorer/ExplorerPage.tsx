/** Assembles the map page: the island's props, and the page before its script runs. @module */

import { asset } from "fresh/runtime";
import type { ComponentChildren, ComponentType } from "preact";
import type { Station } from "../../lib/domain/wire.ts";
import type { ExplorerData } from "../../lib/pages/home/load.ts";
import type { ExplorerStart } from "../../lib/client/explorer/listing.ts";
import { hasOrigin, isAround, toTerritoryArea } from "../../lib/site/explorer/area.ts";
import {
  EMPTY_VIEW,
  type GeoFiles,
  toQuery,
  type View,
} from "../../lib/site/explorer/url_state.ts";
import type { PlaceRef } from "../../lib/places/point.ts";
import { Logo } from "../Icon.tsx";
import { DataBanner, Footer, HeaderNav, Styles } from "../Page.tsx";
import { Filters } from "./Filters.tsx";
import { Empty, Exports, FilterChips } from "./Notes.tsx";
import type { PanelProps } from "./Panel.tsx";
import { StationSheet } from "./StationSheet.tsx";
import { USUAL_CAR } from "../../lib/shared/price/real_cost.ts";
import { type Lang, langOf, toLocalPath } from "../../lib/words/lang.ts";
import { type HomeWords, homeWords } from "../../lib/words/home.ts";
import { COLON, commonWords, fill } from "../../lib/words/mod.ts";

/** Props of the island. */
export type ExplorerProps = Omit<PanelProps, "model" | "loaded" | "onNeed"> & {
  start: ExplorerStart;
  files: GeoFiles;
  /** Hidden fields of the form, for visitors without scripts. */
  formFields: ComponentChildren;
  nav: ComponentChildren;
  /** Logo and name of the site. */
  brand: ComponentChildren;
};

/** Returns versioned addresses of our files of places. */
export function geoFiles(): GeoFiles {
  return {
    towns: asset("/geo/towns.json"),
    villages: asset("/geo/villages.json"),
    departments: asset("/geo/departments.topo.json"),
    context: asset("/geo/context.topo.json"),
    labels: asset("/geo/labels.json"),
  };
}

type Props = {
  data: ExplorerData;
  url: URL;
  /** Public origin of the site. */
  origin: string;
  Explorer: ComponentType<ExplorerProps>;
};

/** The home around a place; `Explorer` is the island. */
export function ExplorerPage({ data, url, origin, Explorer }: Props) {
  const lang = langOf(url.pathname);
  const words = homeWords[lang];
  const common = commonWords[lang];
  const { view, where, near, nearestTo, found, nowMs, station, verdict, ignored } = data;
  const { stations, total, radiusKm, state } = found;
  const territory = toTerritoryArea(view, where.place);
  return (
    <>
      <Styles names={["home", "map"]} />
      <a class="skip" href="#main">{common.skipToContent}</a>
      <a class="skip" href="#list">{words.explorer.skipToList}</a>
      <Explorer
        start={{ view, where, first: { stations, total, radiusKm }, nowMs }}
        near={near}
        station={station}
        verdict={verdict}
        nearestTo={nearestTo}
        lang={lang}
        words={words}
        common={common}
        firstFilters={
          <Filters
            radiusKm={isAround(view) ? radiusKm : null}
            brands={[]}
            view={view}
            lang={lang}
            words={words.explorer}
          />
        }
        ignored={ignored.length > 0 && (
          <p class="notice">{fill(words.explorer.ignored, { names: ignored.join(", ") })}</p>
        )}
        others={where.others.length > 0 && (
          <Others others={where.others} view={view} lang={lang} words={words} />
        )}
        firstChips={<FilterChips view={view} lang={lang} words={words} />}
        firstExports={
          <Exports
            view={view}
            where={where}
            origin={origin}
            lang={lang}
            words={words}
            area={territory ?? { kind: "view" }}
            box={null}
            radiusKm={view.radiusKm ?? radiusKm}
          />
        }
        firstEmpty={total === 0 && (
          <Empty
            view={view}
            where={where}
            lang={lang}
            words={words}
            radiusKm={territory ? null : radiusKm}
          />
        )}
        firstSheet={station && <FirstSheet data={data} station={station} lang={lang} />}
        brand={<Brand name={common.siteName} />}
        formFields={<FormFields view={view} of={where.place?.name ?? view.q} lang={lang} />}
        files={geoFiles()}
        nav={<HeaderNav lang={lang} path={url.pathname + url.search} isMap />}
        banner={<DataBanner state={state} nowMs={nowMs} lang={lang} />}
      >
        <Footer lang={lang} state={state} />
      </Explorer>
    </>
  );
}

type OthersProps = { others: readonly PlaceRef[]; view: View; lang: Lang; words: HomeWords };

function Others({ others, view, lang, words }: OthersProps) {
  const toHref = ({ code }: PlaceRef) =>
    toLocalPath(`/?${toQuery({ ...view, q: "", at: null, place: code })}`, lang);
  const toArea = (place: PlaceRef) =>
    "department" in place
      ? place.department
      : words.search[place.code.startsWith("R") ? "region" : "department"];
  return (
    <p class="notice">
      {`${words.explorer.others}${COLON[lang]} `}
      {others.map((place, index) => (
        <>
          {index > 0 && ", "}
          <a key={place.code} href={toHref(place)} aria-current="false">
            {`${place.name} (${toArea(place)})`}
          </a>
        </>
      ))} ?
    </p>
  );
}

type FirstSheetProps = { data: ExplorerData; station: Station; lang: Lang };

function FirstSheet({ data: { view, where, verdict, nowMs }, station, lang }: FirstSheetProps) {
  return (
    <StationSheet
      fuel={view.fuel}
      from={hasOrigin(view) ? where.from : null}
      car={USUAL_CAR}
      station={station}
      verdict={verdict}
      nowMs={nowMs}
      lang={lang}
      words={homeWords[lang]}
      common={commonWords[lang]}
    />
  );
}

function Brand({ name }: { name: string }) {
  return (
    <>
      <Logo />
      <span class="bar-name">{name}</span>
    </>
  );
}

type FormFieldsProps = {
  view: View;
  /** The text that named the place and the centre. */
  of: string;
  lang: Lang;
};

/** The link to the route page, and the values that no field of the form shows. */
function FormFields({ view: { fuel, place, at, from }, of, lang }: FormFieldsProps) {
  const query = new URLSearchParams(toQuery({ ...EMPTY_VIEW, place, at, from }));
  query.set("of", of);
  return (
    <>
      <a class="bar-route" href={toLocalPath(`/itineraire?fuel=${fuel}`, lang)}>
        {commonWords[lang].nav.route}
      </a>
      {[...query].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
