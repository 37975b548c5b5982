/** The fields of the route page next to the two places: a file with a line, corridor, car, aim of the plan. @module */

import type { ComponentProps } from "preact";
import { useEffect } from "preact/hooks";
import type { Planner } from "../../lib/client/route/planner.ts";
import { formatKm } from "../../lib/shared/words/format.ts";
import type { Lang } from "../../lib/shared/words/lang.ts";
import { AIMS, CORRIDORS_KM, ROUTE_LIMITS, type RouteQuestion } from "../../lib/shared/route/route_question.ts";
import { fill } from "../../lib/shared/words/mod.ts";
import type { RouteWords } from "../../lib/shared/words/route.ts";

type Props = {
  question: RouteQuestion;
  words: RouteWords;
  onChange: (change: Partial<RouteQuestion>) => void;
};

/** Corridor and level; without scripts tank and consumption too, which else are the profile's. */
export function CarFields({ question, words, onChange }: Props) {
  const { corridorKm, tank, level, per100Km } = question;
  const number = (
    name: string,
    { label, value, ...input }: ComponentProps<"input"> & { label: string },
    toChange: (value: number | null) => Partial<RouteQuestion>,
  ) => (
    <label class={name === "level" ? "field" : "field no-js-only"}>
      <span class="label">{label}</span>
      <input
        class="input num"
        type="number"
        inputMode="decimal"
        {...{ name, ...input }}
        value={value}
        onChange={({ currentTarget: { valueAsNumber, validity } }) => {
          if (validity.valid) onChange(toChange(Number.isNaN(valueAsNumber) ? null : valueAsNumber));
        }}
      />
    </label>
  );
  const { tank: tanks, per100Km: burnt } = ROUTE_LIMITS;
  return (
    <div class="route-car">
      {number("tank", { label: words.tank, value: tank, ...tanks, step: "1" }, (value) => ({ tank: value ?? tank }))}
      {number(
        "level",
        { label: words.level, value: level ?? "", min: 0, max: tank, step: "0.5", placeholder: words.levelHint },
        (value) => ({ level: value }),
      )}
      {number(
        "consumption",
        { label: words.per100Km, value: per100Km, ...burnt, step: "0.1" },
        (value) => ({ per100Km: value ?? per100Km }),
      )}
      <label class="field">
        <span class="label">{words.corridor}</span>
        <select
          class="select"
          name="corridor"
          value={corridorKm ?? ""}
          onChange={({ currentTarget: { value } }) => onChange({ corridorKm: value === "" ? null : Number(value) })}
        >
          <option value="" selected={corridorKm === null}>{words.corridorAuto}</option>
          {CORRIDORS_KM.map((n) => (
            <option key={n} value={n} selected={n === corridorKm}>{fill(words.corridorKm, { n })}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** The aim of the plan. */
export function AimPicker({ question, words, onChange }: Props) {
  return (
    <fieldset class="route-aims">
      <legend class="sr-only">{words.aim}</legend>
      <div class="keys">
        {AIMS.map((aim) => (
          <label class="key" key={aim}>
            <input
              type="radio"
              name="plan"
              form="route"
              value={aim}
              checked={aim === question.aim}
              onChange={() => onChange({ aim })}
            />
            <span>{words.aims[aim]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type FileProps = { planner: Planner; lang: Lang; words: RouteWords };

/** The field, what is wrong with a file, and the line that is used. */
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
            // the same file once more is a change as well
            if (chosen) planner.takeFile(chosen).finally(() => currentTarget.value = "").catch(reportError);
          }}
        />
      </p>
      <p class="hint" id="file-hint">{words.fileHint}</p>
      {fault && <p class="notice" role="alert">{words.fileFaults[fault]}</p>}
      {file && (
        <p class="route-file-used">
          <span>
            {fill(words.fileUsed, { name: file.name ?? "", km: formatKm(file.km, lang) }).replace("  ", " ")}
          </span>
          <button type="button" class="button" onClick={planner.dropFile}>{words.fileRemove}</button>
        </p>
      )}
      {file && !file.isKept && <p class="hint" role="status">{words.fileKept}</p>}
    </details>
  );
}
