/** The fields of the route page next to the places: a file with a line, the car, the plan's aim and assumptions. @module */

import type { ComponentProps } from "preact";
import { useEffect } from "preact/hooks";
import type { Planner } from "../../lib/client/route/planner.ts";
import { formatKm } from "../../lib/shared/words/format.ts";
import type { Lang } from "../../lib/shared/words/lang.ts";
import {
  AIMS,
  CORRIDORS_KM,
  ROUTE_LIMITS,
  type RouteQuestion,
  toStartLevel,
} from "../../lib/shared/route/route_question.ts";
import { fill } from "../../lib/shared/words/mod.ts";
import type { RouteWords } from "../../lib/shared/words/route.ts";

type Props = {
  question: RouteQuestion;
  words: RouteWords;
  onChange: (change: Partial<RouteQuestion>) => void;
};

type NumberProps = Omit<ComponentProps<"input">, "label"> & { label: string; onValue: (value: number | null) => void };

/** A field for a number; `onValue` gets those within its bounds, and null when it is emptied. */
function NumberInput({ label, onValue, ...input }: NumberProps) {
  return (
    <>
      <span class="label">{label}</span>
      <input
        class="input num"
        type="number"
        inputMode="decimal"
        form="route"
        {...input}
        onChange={({ currentTarget: { valueAsNumber, validity } }) => {
          if (validity.valid) onValue(Number.isNaN(valueAsNumber) ? null : valueAsNumber);
        }}
      />
    </>
  );
}

/** Tank and consumption. */
export function CarFields({ question: { tank, per100Km }, words, onChange }: Props) {
  const { tank: tanks, per100Km: burnt } = ROUTE_LIMITS;
  const onTank = (value: number | null) => onChange({ tank: value ?? tank });
  const onBurnt = (value: number | null) => onChange({ per100Km: value ?? per100Km });
  return (
    <div class="route-car">
      <label class="field">
        <NumberInput label={words.tank} name="tank" value={tank} {...tanks} step="1" onValue={onTank} />
      </label>
      <label class="field">
        <NumberInput
          label={words.per100Km}
          name="consumption"
          value={per100Km}
          {...burnt}
          step="0.1"
          onValue={onBurnt}
        />
      </label>
    </div>
  );
}

/** What the plan is for, and what it assumes. `corridorKm` is the one in use. */
export function PlanFields({ question, words, onChange, corridorKm }: Props & { corridorKm: number }) {
  const { tank, arrival, aim } = question;
  const max = Math.min(tank, ROUTE_LIMITS.arrival.max);
  return (
    <>
      <fieldset class="route-aims">
        <legend class="sr-only">{words.plan}</legend>
        <div class="keys">
          {AIMS.map((each) => (
            <label class="key" key={each}>
              <input
                type="radio"
                name="plan"
                form="route"
                value={each}
                checked={each === aim}
                onChange={() => onChange({ aim: each })}
              />
              <span>{words.aims[each]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div class="route-chips">
        <label class="route-chip">
          <NumberInput
            label={words.level}
            {...{ name: "level", value: toStartLevel(question), min: 0, max: tank, step: "0.5" }}
            onValue={(level) => onChange({ level })}
          />{" "}
          L
        </label>
        {aim === "enough" && (
          <label class="route-chip">
            <NumberInput
              label={words.arrival}
              {...{ name: "arrival", value: arrival, min: 0, max, step: "0.5" }}
              onValue={(value) => onChange({ arrival: value ?? arrival })}
            />{" "}
            L
          </label>
        )}
        <label class="route-chip">
          <span class="label">{words.corridor}</span>
          <select
            class="select"
            name="corridor"
            form="route"
            value={corridorKm}
            onChange={({ currentTarget: { value } }) => onChange({ corridorKm: Number(value) })}
          >
            {[...new Set([...CORRIDORS_KM, corridorKm])].map((km) => (
              <option key={km} value={km} selected={km === corridorKm}>{km} km</option>
            ))}
          </select>
        </label>
      </div>
    </>
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
    </details>
  );
}
