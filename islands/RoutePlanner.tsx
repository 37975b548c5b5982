/** The route page alive: places, file and car, the line on the map, the stations along it, the plan. @module */

import { type Signal, useSignal, useSignalEffect } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { DriverButton } from "../components/driver/DriverButton.tsx";
import { Icon, IconButton } from "../components/Icon.tsx";
import { AimPicker, CarFields, FileField } from "../components/route/Fields.tsx";
import { Plan, Stations, Status } from "../components/route/Results.tsx";
import type { PlannerProps } from "../components/route/RoutePage.tsx";
import { ShareRoute } from "../components/route/ShareRoute.tsx";
import { markRow } from "../lib/client/browser.ts";
import { changeDriver, readBrands } from "../lib/client/device/driver.ts";
import { createPlanner, type Planner } from "../lib/client/route/planner.ts";
import type { RouteMap } from "../lib/client/route/route_map.ts";
import { isFuel } from "../lib/shared/station/fuels.ts";
import { withMark } from "../lib/shared/words/format.ts";
import { toLocalPath } from "../lib/shared/words/lang.ts";
import { type Choice, roundPoint } from "../lib/shared/explorer/url_state.ts";
import { fill } from "../lib/shared/words/mod.ts";
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
  const result = answer && { answer, fuel: question.fuel, nowMs, lang, words, common };
  return (
    <div class="route">
      <div class="route-side">
        <Form {...props} planner={planner} />
        <Profile {...{ planner, lang, words, common }} />
        <Status {...{ planner, fault, lang, words }} />
        {result && (
          <section class="route-plan" aria-labelledby="plan-title">
            <div class="section-title">
              <h2 id="plan-title">{words.plan}</h2>
              <AimPicker {...{ question, words }} onChange={planner.change} />
            </div>
            <Plan {...result} />
            <ShareRoute {...{ planner, lang, words, common }} />
          </section>
        )}
        {result && (
          <section class="route-found" aria-labelledby="list-title">
            <h2 id="list-title">{words.list}</h2>
            <Stations {...result} litres={question.litres} onHover={(id) => map.peek()?.mark(id)} />
          </section>
        )}
      </div>
      <Stage {...{ stage, map, words }} />
    </div>
  );
}

type FormProps = PlannerProps & { planner: Planner };

/** The form that the server handles without scripts, and the file. */
function Form({ planner, lang, words, search, files, fuels }: FormProps) {
  const question = planner.question.value;
  const form = useRef<HTMLFormElement>(null);
  useSignalEffect(() => {
    (form.current!.elements.namedItem("fuel") as RadioNodeList).value = planner.question.value.fuel;
  });
  const end = (name: "from" | "to") => {
    const choose = (choice: Choice) => {
      const text = "code" in choice ? choice.name : choice.label || words.here;
      (form.current!.elements.namedItem(name) as HTMLInputElement).value = text;
      planner.change({ [name]: { text, point: roundPoint(choice) }, line: null });
    };
    const { text, point } = question[name];
    return (
      <>
        <PlaceSearch
          {...{ lang, name }}
          words={{ ...search, label: words[name] }}
          files={files}
          value={text}
          onChoose={choose}
          isKnown={(typed) => {
            const { text, point } = planner.question.peek()[name];
            return typed === text && point !== null;
          }}
        />
        {point && <input type="hidden" name={`${name}_at`} value={`${point.lat},${point.lng}`} />}
        {point && <input type="hidden" name={`${name}_of`} value={text} />}
      </>
    );
  };
  return (
    <form
      id="route"
      ref={form}
      class="route-form card"
      action={toLocalPath("/itineraire", lang)}
      method="get"
      aria-label={words.form}
      onChange={({ target }) => {
        const { name, value } = target as HTMLInputElement;
        if (name === "fuel" && isFuel(value)) planner.change({ fuel: value });
      }}
    >
      <div class="route-ends">
        {end("from")}
        {end("to")}
      </div>
      {fuels}
      <details class="route-more">
        <summary>{words.more}</summary>
        <CarFields {...{ question, words }} onChange={planner.change} />
      </details>
      <FileField {...{ planner, lang, words }} />
      <p>
        <button type="submit" class="button button-primary">
          <Icon name="route" /> {words.submit}
        </button>
      </p>
      <p class="hint">{words.sent}</p>
    </form>
  );
}

/** The visitor's profile, and the car that counts here, which a shared address may have named. */
function Profile({ planner, lang, words, common }: Pick<FormProps, "planner" | "lang" | "words" | "common">) {
  const { tank, per100Km, discounts } = planner.question.value;
  const isCounted = planner.areDiscountsCounted.value;
  return (
    <div class="js-only">
      <DriverButton
        {...{ lang, common, readBrands }}
        text={fill(words.car, { tank: withMark(String(tank), lang), per100Km: withMark(String(per100Km), lang) })}
        driver={planner.driver.value}
        onChange={(change) => changeDriver(planner.driver, change)}
        onClose={planner.takeDriver}
      />
      {discounts.size > 0 && (
        <p class={isCounted ? "hint" : "notice"} role="status">
          {isCounted ? fill(words.discounts, { list: [...discounts.keys()].join(", ") }) : words.discountsRefused}
        </p>
      )}
    </div>
  );
}

type StageRef = { stage: RefObject<HTMLDivElement> };

function Stage({ stage, map, words }: Pick<PlannerProps, "words"> & StageRef & { map: Signal<RouteMap | null> }) {
  const zoom = (steps: number) => map.peek()?.zoomBy(steps);
  return (
    <section class="route-stage js-only" aria-label={words.map}>
      <p id="map-help" class="sr-only">{words.mapHelp}</p>
      <div class="map" ref={stage} aria-describedby="map-help" />
      <div class="map-controls">
        <IconButton icon="plus" label={words.zoomIn} class="map-button" onClick={() => zoom(1)} />
        <IconButton icon="minus" label={words.zoomOut} class="map-button" onClick={() => zoom(-1)} />
        <IconButton icon="route" label={words.whole} class="map-button" onClick={() => map.peek()?.fit()} />
      </div>
    </section>
  );
}

function openRow(id: string): void {
  const link = document.querySelector<HTMLElement>(`[data-row="${id}"] a`);
  link?.closest("details")?.setAttribute("open", "");
  link?.scrollIntoView({ block: "center" });
  link?.focus({ preventScroll: true });
}

/** Loads the map after the first paint and keeps it in step with the planner. */
function useMap({ planner, stage, lang, words, common, files }: FormProps & StageRef) {
  const map = useSignal<RouteMap | null>(null);
  useEffect(() => {
    import("../lib/client/route/route_map.ts").then(async ({ createRouteMap }) => {
      map.value = await createRouteMap(stage.current!, {
        ...{ lang, common, files, noTiles: words.noTiles, onPick: openRow, onHover: markRow },
      });
    }).catch(reportError);
  }, []);
  useSignalEffect(() => map.value?.show(planner.answer.value, planner.drawn.value));
  return map;
}
