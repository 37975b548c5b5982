/**
 * The route page alive: places, file and car, the line on the map, the stations along it, the plan.
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
import { AimChoice, FileField, PlanFields } from "../components/route/Fields.tsx";
import { Stations } from "../components/route/Stations.tsx";
import { Status } from "../components/route/Status.tsx";
import { Timeline } from "../components/route/Timeline.tsx";
import type { PlannerProps } from "../components/route/RoutePage.tsx";
import { ShareRoute } from "../components/route/ShareRoute.tsx";
import { markRow } from "../lib/client/browser.ts";
import { changeDriver, readBrands } from "../lib/client/device/driver.ts";
import { createPlanner, type Planner } from "../lib/client/route/planner.ts";
import type { PlaceFault } from "../lib/pages/route/load.ts";
import type { RouteMap } from "../lib/client/route/route_map.ts";
import { isFuel } from "../lib/shared/fuels.ts";
import {
  mapPlaces,
  NOWHERE,
  type PlaceName,
  PLACES,
  type RouteEnd,
  toQuestionQuery,
  toRouteName,
  toStartLevel,
} from "../lib/site/route/route_question.ts";
import { toLocalPath } from "../lib/words/lang.ts";
import { roundPoint } from "../lib/places/point.ts";
import { withMark } from "../lib/words/format.ts";
import { fill } from "../lib/words/fill.ts";
import PlaceSearch from "./PlaceSearch.tsx";

/** The whole page below its heading. */
export default function RoutePlanner(props: PlannerProps) {
  const { fault, nowMs, lang, words, common } = props;
  const planner = useMemo(() => createPlanner(props), []);
  useEffect(planner.start, []);
  const stage = useRef<HTMLDivElement>(null);
  const map = useMap({ ...props, planner, stage });
  const question = planner.question.value;
  const answer = planner.answer.value;
  const plan = planner.plan.value;
  const divided = planner.divided.value;
  const onHover = (id: string | null) => map.peek()?.mark(id);
  const asked = { question, onHover, onChange: planner.change, nowMs, lang, words, common };
  const result = answer && divided && { ...asked, ...divided, answer };
  return (
    <div class="route">
      <div class="route-side">
        <FoldedForm {...props} planner={planner} />
        {result && (
          <section class="route-plan" aria-labelledby="plan-title">
            <h2 id="plan-title" class="sr-only">{words.plan}</h2>
            <AimChoice question={question} words={words} onChange={planner.change} />
            {plan && <Timeline {...result} plan={plan} />}
            <ShareRoute planner={planner} lang={lang} words={words} common={common} />
            <Settings
              {...props}
              planner={planner}
              corridorKm={result.answer.meta.route.corridor_km}
            />
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

/**
 * The form: open while there is no answer, else one line that opens it. A new way's answer folds it
 * and comes into view.
 */
function FoldedForm(props: FormProps) {
  const { planner, first, words, common } = props;
  const fold = useRef<HTMLDetailsElement>(null);
  const question = planner.question.value;
  const answer = planner.answer.value;
  const way = [question.places, planner.file.value];
  const shown = useRef(way);
  const show = () => {
    const details = fold.current!;
    const summary = fold.current!.querySelector("summary")!;
    if (details.contains(document.activeElement)) summary.focus({ preventScroll: true });
    details.open = false;
    summary.scrollIntoView();
    document.title = `${toRouteName(question) || words.title} · ${common.siteName}`;
  };
  useEffect(() => {
    if (answer === null) fold.current!.open = true;
    else if (way.some((part, at) => part !== shown.current[at])) show();
    shown.current = way;
  }, [answer]);
  return (
    <details class="route-fold card" ref={fold} open={first === null}>
      <summary class="route-line" hidden={answer === null}>
        <strong>{toRouteName(question) || words.fileLine}</strong>
        {` · ${common.fuels[question.fuel].short} · `}
        <span class="route-edit">{words.edit}</span>
      </summary>
      <Form {...props} onKnown={() => answer && show()} />
    </details>
  );
}

/**
 * The form that the server handles without scripts, and the file. `onKnown`: it was sent, with
 * nothing to look up.
 */
function Form(
  { planner, placeFault, lang, words, common, search, files, fuels, onKnown }: FormProps & {
    onKnown: () => void;
  },
) {
  const { places, isReturn } = planner.question.value;
  const form = useRef<HTMLFormElement>(null);
  useSignalEffect(() => {
    (form.current!.elements.namedItem("fuel") as RadioNodeList).value = planner.question.value.fuel;
  });
  const fieldOf = (name: PlaceName) => form.current!.elements.namedItem(name) as HTMLInputElement;
  const placesNow = () => planner.question.peek().places;
  const put = (name: PlaceName, end: RouteEnd) =>
    planner.change({ places: { ...placesNow(), [name]: end }, line: null });
  /** With what was typed and not looked up. */
  const typedNow = () =>
    mapPlaces((name): RouteEnd => {
      const text = fieldOf(name).value;
      return text === placesNow()[name].text ? placesNow()[name] : { text, point: null };
    });
  const swap = () => {
    const { from, to, ...between } = typedNow();
    const named = Object.values(between).filter(({ text }) => text !== "").reverse();
    const [via1 = NOWHERE, via2 = NOWHERE, via3 = NOWHERE] = named;
    planner.change({ places: { from: to, via1, via2, via3, to: from }, line: null });
  };
  const place = (name: PlaceName, label: string) => {
    const { text, point } = places[name];
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
            fieldOf(name).value = text;
            put(name, { text, point: roundPoint(choice) });
          }}
          isKnown={(typed) => typed === placesNow()[name].text && placesNow()[name].point !== null}
          isRequired={isRequired(name)}
          fault={placeFault?.name === name && (
            <Fault fault={placeFault} planner={planner} lang={lang} words={words} />
          )}
        />
        {point && <input type="hidden" name={`${name}_at`} value={`${point.lat},${point.lng}`} />}
        {point && <input type="hidden" name={`${name}_of`} value={text} />}
      </>
    );
  };
  const isRequired = (name: PlaceName) =>
    planner.file.value === null && (name === "from" || name === "to");
  const vias = PLACES.slice(1, -1);
  return (
    <form
      id="route"
      ref={form}
      class="route-form"
      action={toLocalPath("/itineraire", lang)}
      method="get"
      aria-label={common.nav.route}
      onChange={({ target }) => {
        const { name, value, checked } = target as HTMLInputElement;
        if (name === "fuel" && isFuel(value)) planner.change({ fuel: value });
        if (name === "return") planner.change({ isReturn: checked });
        if (name.startsWith("via") && value === "") put(name as PlaceName, NOWHERE);
      }}
      onSubmit={() => PLACES.every((name) => typedNow()[name] === placesNow()[name]) && onKnown()}
    >
      <div class="route-ends">
        {place("from", words.from)}
        <div class="route-between">
          <details class="route-more" open={vias.some((name) => places[name].text !== "")}>
            <summary>{words.addVia}</summary>
            {vias.map((name, at) => (
              <div
                key={name}
                hidden={at > 0 && places[vias[at - 1]!].text + places[name].text === ""}
              >
                {place(name, fill(words.via, { n: at + 1 }))}
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
        {place("to", words.to)}
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

type FaultProps = Pick<FormProps, "planner" | "lang" | "words"> & { fault: PlaceFault };

/** Why a place is not found, and the town that was probably meant. */
function Fault({ fault: { name, text, guess }, planner, lang, words }: FaultProps) {
  if (text === "") return <>{words.missing}</>;
  const { places, ...question } = planner.question.value;
  const meant = guess &&
    { ...question, places: { ...places, [name]: { text: guess, point: null } } };
  return (
    <>
      {`${fill(words.unknown, { text })} `}
      {meant && (
        <a href={`${toLocalPath("/itineraire", lang)}?${toQuestionQuery(meant)}`}>
          {fill(words.meant, { name: guess })}
        </a>
      )}
    </>
  );
}

/** The assumptions of the plan in one line that opens their fields. */
function Settings(
  { planner, corridorKm, lang, words, common }: FormProps & { corridorKm: number },
) {
  const question = planner.question.value;
  const number = (value: number) => withMark(String(value), lang);
  const line = fill(words.settings, {
    level: number(toStartLevel(question)),
    arrival: number(question.arrival),
    corridor: `${number(corridorKm)}\u00a0km`,
    tank: number(question.tank),
    per100Km: number(question.per100Km),
  });
  return (
    <details class="route-more route-settings">
      <summary class="num">
        {`${line} · `}
        <span class="route-edit">{words.edit}</span>
      </summary>
      <PlanFields
        question={question}
        words={words}
        corridorKm={corridorKm}
        onChange={planner.change}
      />
      <Profile planner={planner} lang={lang} words={words} common={common} />
    </details>
  );
}

/**
 * The button of the visitor's profile with the car that counts here, which a shared address may
 * have named.
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

async function openRow(id: string): Promise<void> {
  const links = () => Array.from(document.querySelectorAll<HTMLElement>(`[data-row="${id}"] a`));
  const find = () => links().find((link) => link.checkVisibility());
  const others = document.querySelector<HTMLDetailsElement>(".route-others");
  if (!find() && others) {
    // its rows are drawn after it has opened
    const { promise, resolve } = Promise.withResolvers<unknown>();
    others.addEventListener("toggle", () => setTimeout(resolve), { once: true });
    others.open = true;
    await promise;
  }
  const link = find();
  link?.scrollIntoView({ block: "center" });
  link?.focus({ preventScroll: true });
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
