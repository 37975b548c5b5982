/**
 * The interactive route page: places, file and car, the line on the map, the stations along it, and
 * the plan.
 *
 * @module
 */

import { useSignal, useSignalEffect } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { DriverButton } from "../components/driver/DriverButton.tsx";
import { Check } from "../components/Fields.tsx";
import { Icon, IconButton, ROUTE, SWAP } from "../components/Icon.tsx";
import { MapStage } from "../components/MapStage.tsx";
import { AimChoice, FileField, PlanSettings } from "../components/route/Fields.tsx";
import { FoldedForm } from "../components/route/FoldedForm.tsx";
import { Stations } from "../components/route/Stations.tsx";
import { Status } from "../components/route/Status.tsx";
import { Timeline } from "../components/route/Timeline.tsx";
import { UnknownPlace } from "../components/route/UnknownPlace.tsx";
import type { PlannerProps } from "../components/route/RoutePage.tsx";
import { ShareRoute } from "../components/route/ShareRoute.tsx";
import { markRow } from "../lib/client/browser.ts";
import { changeDriver, readBrands } from "../lib/client/device/driver.ts";
import { Planner } from "../lib/client/route/planner.ts";
import { openRow } from "../lib/client/route/open_row.ts";
import type { RouteMap } from "../lib/client/route/route_map.ts";
import { isFuel } from "../lib/shared/fuels.ts";
import {
  mapPlaces,
  NOWHERE,
  type PlaceName,
  PLACES,
  type RouteEnd,
  type RouteQuestion,
} from "../lib/site/route/route_question.ts";
import { toLocalPath } from "../lib/words/lang.ts";
import { roundPoint } from "../lib/places/point.ts";
import { withMark } from "../lib/words/format.ts";
import { fill } from "../lib/words/fill.ts";
import PlaceSearch from "./PlaceSearch.tsx";

/** The whole page below its heading. */
export default function RoutePlanner(props: PlannerProps) {
  const { fault, nowMs, lang, words, common } = props;
  const planner = useMemo(() => new Planner(props), []);
  useEffect(planner.start, []);
  const stage = useRef<HTMLDivElement>(null);
  const map = useMap({ ...props, planner, stage });
  const question = planner.question.value;
  const answer = planner.answer.value;
  const plan = planner.plan.value;
  const divided = planner.divided.value;
  const onHover = (id: string | null) => map.peek()?.mark(id);
  const shown = { question, onHover, onChange: planner.change, nowMs, lang, words, common };
  const result = answer && divided && { ...shown, ...divided, answer };
  return (
    <div class="route">
      <div class="route-side">
        <FoldedForm planner={planner} isFirst={props.first === null} words={words} common={common}>
          {(onKnown) => <Form {...props} planner={planner} onKnown={onKnown} />}
        </FoldedForm>
        {result && (
          <section class="route-plan" aria-labelledby="plan-title">
            <h2 id="plan-title" class="sr-only">{words.plan}</h2>
            <AimChoice question={question} words={words} onChange={planner.change} />
            {plan && <Timeline {...result} plan={plan} />}
            <ShareRoute planner={planner} lang={lang} words={words} common={common} />
            <PlanSettings
              question={question}
              corridorKm={result.answer.meta.route.corridor_km}
              lang={lang}
              words={words}
              onChange={planner.change}
            >
              <Profile planner={planner} lang={lang} words={words} common={common} />
            </PlanSettings>
          </section>
        )}
        {/* Below the plan, which its changing lines would move. */}
        <Status planner={planner} fault={fault} lang={lang} words={words} />
        {result && (
          <section class="route-found" aria-labelledby="list-title">
            <h2 id="list-title">{words.list}</h2>
            <Stations {...result} />
          </section>
        )}
      </div>
      <MapStage
        class="route-stage"
        stage={stage}
        words={words}
        onZoom={(steps) => map.peek()?.zoomBy(steps)}
        button={
          <IconButton
            path={ROUTE}
            label={words.whole}
            class="map-button"
            onClick={() => map.peek()?.fit()}
          />
        }
      />
    </div>
  );
}

type FormProps = PlannerProps & { planner: Planner };

type FieldProps = FormProps & {
  name: PlaceName;
  label: string;
  onPlace: (name: PlaceName, end: RouteEnd) => void;
};

function PlaceField(props: FieldProps) {
  const { planner, name, label, onPlace, placeFault, lang, words, search, files } = props;
  const { text, point } = planner.question.value.places[name];
  const isKnown = (typed: string) => {
    const end = planner.question.peek().places[name];
    return typed === end.text && end.point !== null;
  };
  return (
    <>
      <PlaceSearch
        lang={lang}
        name={name}
        files={files}
        words={{ ...search, label }}
        value={text}
        onChoose={(choice) => {
          const text = "code" in choice ? choice.name : choice.label || words.here;
          onPlace(name, { text, point: roundPoint(choice) });
        }}
        isKnown={isKnown}
        isRequired={planner.file.value === null && (name === "from" || name === "to")}
        fault={placeFault?.name === name && (
          <UnknownPlace
            fault={placeFault}
            question={planner.question.value}
            lang={lang}
            words={words}
          />
        )}
      />
      {point && <input type="hidden" name={`${name}_at`} value={`${point.lat},${point.lng}`} />}
      {point && <input type="hidden" name={`${name}_of`} value={text} />}
    </>
  );
}

function toReversed({ from, to, ...between }: RouteQuestion["places"]): RouteQuestion["places"] {
  const named = Object.values(between).filter(({ text }) => text !== "").reverse();
  const [via1 = NOWHERE, via2 = NOWHERE, via3 = NOWHERE] = named;
  return { from: to, via1, via2, via3, to: from };
}

/**
 * The form, which the server handles without scripts, and the file. Calls `onKnown` on a submit
 * whose places are all known.
 */
function Form(props: FormProps & { onKnown: () => void }) {
  const { planner, lang, words, common, fuels, onKnown } = props;
  const { places, isReturn } = planner.question.value;
  const form = useRef<HTMLFormElement>(null);
  useSignalEffect(() => {
    (form.current!.elements.namedItem("fuel") as RadioNodeList).value = planner.question.value.fuel;
  });
  const fieldOf = (name: PlaceName) => form.current!.elements.namedItem(name) as HTMLInputElement;
  const placesNow = () => planner.question.peek().places;
  const put = (name: PlaceName, end: RouteEnd) => {
    fieldOf(name).value = end.text;
    planner.change({ places: { ...placesNow(), [name]: end }, line: null });
  };
  /** Returns the places as chosen. A text typed without a choice has no point. */
  const typedNow = () =>
    mapPlaces((name): RouteEnd => {
      const text = fieldOf(name).value;
      return text === placesNow()[name].text ? placesNow()[name] : { text, point: null };
    });
  const swap = () => planner.change({ places: toReversed(typedNow()), line: null });
  const onChange = (field: HTMLInputElement) => {
    const { name, value, checked } = field;
    if (name === "fuel" && isFuel(value)) planner.change({ fuel: value });
    if (name === "return") planner.change({ isReturn: checked });
    if (name.startsWith("via") && value === "") put(name as PlaceName, NOWHERE);
  };
  const vias = PLACES.slice(1, -1);
  return (
    <form
      id="route"
      ref={form}
      class="route-form"
      action={toLocalPath("/itineraire", lang)}
      method="get"
      aria-label={common.nav.route}
      onChange={({ target }) => onChange(target as HTMLInputElement)}
      onSubmit={() => PLACES.every((name) => typedNow()[name] === placesNow()[name]) && onKnown()}
    >
      <div class="route-ends">
        <PlaceField {...props} name="from" label={words.from} onPlace={put} />
        <div class="route-between">
          <details class="route-more" open={vias.some((name) => places[name].text !== "")}>
            <summary>{words.addVia}</summary>
            {vias.map((name, at) => (
              <div
                key={name}
                hidden={at > 0 && places[vias[at - 1]!].text + places[name].text === ""}
              >
                <PlaceField
                  {...props}
                  name={name}
                  label={fill(words.via, { n: at + 1 })}
                  onPlace={put}
                />
              </div>
            ))}
          </details>
          <IconButton
            path={SWAP}
            label={words.swap}
            class="button button-icon js-only"
            onClick={swap}
          />
        </div>
        <PlaceField {...props} name="to" label={words.to} onPlace={put} />
      </div>
      <Check name="return" value="1" checked={isReturn}>{words.isReturn}</Check>
      {fuels}
      <FileField planner={planner} lang={lang} words={words} />
      <p>
        <button type="submit" class="button button-primary">
          <Icon path={ROUTE} /> {words.submit}
        </button>
      </p>
      <p class="hint">{words.sent}</p>
    </form>
  );
}

/**
 * The button of the visitor's profile. It shows the car of the question, which may come from the
 * address.
 */
function Profile(
  { planner, lang, words, common }: Pick<FormProps, "planner" | "lang" | "words" | "common">,
) {
  const { tank, per100Km } = planner.question.value;
  return (
    <DriverButton
      lang={lang}
      common={common}
      readBrands={readBrands}
      text={fill(words.car, {
        tank: withMark(String(tank), lang),
        per100Km: withMark(String(per100Km), lang),
      })}
      driver={planner.driver.value}
      onChange={(change) => changeDriver(planner.driver, change)}
      onClose={planner.takeDriver}
    />
  );
}

/** Loads the map after the first paint and keeps it in step with the planner. */
function useMap(
  { planner, stage, lang, words, common, files }: FormProps & { stage: RefObject<HTMLDivElement> },
) {
  const map = useSignal<RouteMap | null>(null);
  useEffect(() => {
    import("../lib/client/route/route_map.ts").then(async ({ createRouteMap }) => {
      map.value = await createRouteMap(stage.current!, {
        lang,
        common,
        files,
        noTiles: words.noTiles,
        onPick: openRow,
        onHover: markRow,
      });
    }).catch(reportError);
  }, []);
  useSignalEffect(() =>
    map.value?.show(planner.answer.value, {
      bestId: planner.divided.value?.bestId,
      drawn: planner.drawn.value,
    })
  );
  return map;
}
