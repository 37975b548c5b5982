/**
 * The fields of the route page except the places: the file with a line, and the aim and assumptions
 * of the plan.
 *
 * @module
 */

import type { ComponentChildren, ComponentProps } from "preact";
import { useEffect } from "preact/hooks";
import type { Planner } from "../../lib/client/route/planner.ts";
import { formatKm, withMark } from "../../lib/words/format.ts";
import type { Lang } from "../../lib/words/lang.ts";
import {
  AIMS,
  ROUTE_LIMITS,
  type RouteQuestion,
  toStartLevel,
} from "../../lib/site/route/route_question.ts";
import { fill } from "../../lib/words/fill.ts";
import type { RouteWords } from "../../lib/words/route.ts";
import { Keys } from "../Fields.tsx";

type Props = {
  question: RouteQuestion;
  /** The width that the plan was made with. */
  corridorKm: number;
  words: RouteWords;
  onChange: (change: Partial<RouteQuestion>) => void;
};

/** The choice of the plan's aim. */
export function AimChoice({ question: { aim }, words, onChange }: Omit<Props, "corridorKm">) {
  return (
    <Keys
      class="route-aims"
      name="plan"
      form="route"
      label={words.plan}
      value={aim}
      options={AIMS.map((each) => [each, words.aims[each]])}
      onValue={(aim) => onChange({ aim })}
    />
  );
}

function PlanFields({ question, corridorKm, words, onChange }: Props) {
  const { tank, per100Km, arrival } = question;
  const number = (
    name: "level" | "arrival" | "tank" | "per100Km" | "corridorKm",
    unit: string,
    input: ComponentProps<"input">,
  ) => (
    <label
      class={name === "tank" || name === "per100Km"
        ? "row route-chip no-js-only"
        : "row route-chip"}
    >
      {words[name]}
      <input
        class="input num"
        type="number"
        inputMode="decimal"
        form="route"
        name={name}
        step="0.5"
        {...input}
        onChange={({ currentTarget: { valueAsNumber, validity } }) => {
          if (validity.valid && !Number.isNaN(valueAsNumber)) onChange({ [name]: valueAsNumber });
        }}
      />
      {unit}
    </label>
  );
  return (
    <div class="row route-chips">
      {number("level", "L", { value: toStartLevel(question), min: 0, max: tank })}
      {number("arrival", "L", { value: arrival, min: 0, max: Math.min(100, tank) })}
      {number("tank", "L", { value: tank, ...ROUTE_LIMITS.tank, step: "1" })}
      {number("per100Km", "L/100 km", {
        value: per100Km,
        name: "consumption",
        ...ROUTE_LIMITS.per100Km,
        step: "0.1",
      })}
      {number("corridorKm", "km", {
        value: corridorKm,
        name: "corridor",
        ...ROUTE_LIMITS.corridorKm,
      })}
    </div>
  );
}

type SettingsProps = Props & { lang: Lang; children: ComponentChildren };

/** The assumptions of the plan in one line that opens their fields. */
export function PlanSettings({ lang, children, ...fields }: SettingsProps) {
  const { question, corridorKm, words } = fields;
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
      <PlanFields {...fields} />
      {children}
    </details>
  );
}

type FileProps = { planner: Planner; lang: Lang; words: RouteWords };

/** The field for a file, the fault of a rejected one, and the line in use. */
export function FileField({ planner, lang, words }: FileProps) {
  const file = planner.file.value;
  const fault = planner.fileFault.value;
  useEffect(() => {
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      const [dropped] = event.dataTransfer?.files ?? [];
      if (dropped) planner.takeFile(dropped).catch(reportError);
    });
  }, []);
  return (
    <details class="route-more route-file js-only" open={file !== null || fault !== null}>
      <summary>{words.file}</summary>
      <p>
        <input
          class="input"
          type="file"
          aria-label={words.file}
          accept=".gpx,.geojson,.json,application/gpx+xml,application/geo+json"
          aria-describedby="file-hint"
          onChange={({ currentTarget }) => {
            const [chosen] = currentTarget.files ?? [];
            if (!chosen) return;
            const taken = planner.takeFile(chosen);
            // An empty field reports a change when the same file is chosen again.
            taken.finally(() => currentTarget.value = "").catch(reportError);
          }}
        />
      </p>
      <p class="hint" id="file-hint">{words.fileHint}</p>
      {fault && <p class="notice" role="alert">{words.fileFaults[fault]}</p>}
      {file && (
        <p class="row route-file-used">
          <span>
            {fill(words.fileUsed, { name: file.name ?? "", km: formatKm(file.km, lang) })
              .replace("  ", " ")}
          </span>
          <button type="button" class="button" onClick={planner.dropFile}>
            {words.fileRemove}
          </button>
        </p>
      )}
    </details>
  );
}
