/** The field for the file of a line, chosen there or dropped anywhere on the page. @module */

import { useEffect } from "preact/hooks";
import { formatKm } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { fill } from "../../lib/shared/words/mod.ts";
import type { RouteWords } from "../../lib/shared/words/route.ts";

type Live<T> = { readonly value: T };

type Props = {
  planner: {
    readonly file: Live<{ name: string | null; km: number; isKept: boolean } | null>;
    readonly fileFault: Live<keyof RouteWords["fileFaults"] | null>;
    takeFile(file: File): Promise<void>;
    dropFile(): void;
  };
  lang: Lang;
  words: RouteWords;
};

/** The field, what is wrong with a file, and the line that is used. */
export function FileField({ planner, lang, words }: Props) {
  const file = planner.file.value;
  const fault = planner.fileFault.value;
  useEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const [dropped] = event.dataTransfer?.files ?? [];
      if (dropped) planner.takeFile(dropped).catch(reportError);
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
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
