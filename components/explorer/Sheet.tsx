/** The frame of the chosen station's sheet, with its states. @module */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { FailedState, SheetFrame, WaitingRows } from "./Frame.tsx";
import type { Station } from "../../lib/domain/wire.ts";
import type { PanelModel } from "../../lib/shared/explorer_model.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import type { Comparison } from "../../lib/shared/standing.ts";
import type { HomeWords } from "../../lib/shared/words/home.ts";
import type { CommonWords } from "../../lib/shared/words/mod.ts";
import type * as parts from "./parts.ts";

/** What loads later. */
export type Parts = typeof parts;

/** What the sheet needs. */
export type SheetProps = {
  model: PanelModel<Station>;
  /** Null until the visitor has reached for one of them. */
  parts: Parts | null;
  /** The sheet of the address's station (or null), drawn by the server. */
  firstSheet: ComponentChildren;
  /** The address's station (null: none), and how its price compares. */
  station: Station | null;
  comparison: Comparison | null;
  lang: Lang;
  words: HomeWords;
  common: CommonWords;
};

/** Takes the focus when it opens by the visitor's hand, and gives it back to what opened it. */
export function Sheet({ model, parts, firstSheet, station, comparison, lang, words, common }: SheetProps) {
  const { sheet, close } = model;
  const { id, kind } = sheet.value!;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => () => returnFocus(id), [id]);
  useEffect(() => {
    // On a page that came with the sheet open nobody has asked for the focus.
    if (model.hasOpened()) content.current?.querySelector<HTMLElement>("#sheet-title")?.focus({ preventScroll: true });
    // Each state has a heading of its own.
  }, [id, kind, parts]);
  return (
    <SheetFrame words={words.sheet} onClose={close}>
      <div ref={content}>
        {sheet.value?.kind !== "filled" ? <Unfilled {...{ model, words, common }} kind={kind} /> : parts
          ? (
            <parts.OpenSheet
              {...{ model, lang, words, common }}
              station={sheet.value.station}
              first={sheet.value.station === station ? comparison : null}
            />
          )
          // Until the part is loaded the server's sheet is shown, if it is this station's.
          : firstSheet ?? <Unfilled {...{ model, words, common }} kind="waiting" />}
      </div>
    </SheetFrame>
  );
}

/** Back to the row or the pill of the station, if one is there. */
function returnFocus(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-row="${id}"] a, [data-station="${id}"]`)?.focus({
      preventScroll: false,
    });
  });
}

type Part = Pick<SheetProps, "model" | "words">;

function Unfilled({ model, words, common, kind }: Part & Pick<SheetProps, "common"> & { kind: string }) {
  const heading = <h1 id="sheet-title" class="sr-only" tabIndex={-1}>{words.sheet.loading}</h1>;
  if (kind === "waiting") {
    return (
      <>
        {heading}
        <WaitingRows label={words.sheet.loading} />
      </>
    );
  }
  return (
    <>
      {heading}
      <FailedState text={words.sheet.failed} retry={common.states.retry} onRetry={model.retrySheet} />
    </>
  );
}
