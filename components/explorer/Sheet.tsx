/** The frame of the chosen station's sheet, with its states. @module */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { IconButton } from "../Icon.tsx";
import type { Station } from "../../lib/domain/wire.ts";
import type { Verdict } from "../../lib/words/verdict.ts";
import type { Live } from "../base.ts";
import type * as loaded from "./lazy_components.ts";

/** The components that load later. */
export type LazyComponents = typeof loaded;

/** Props of the sheet. */
export type SheetProps = Live & {
  /** Null until the visitor has reached for one of them. */
  loaded: LazyComponents | null;
  /** The sheet of the address's station (or null), drawn by the server. */
  firstSheet: ComponentChildren;
  /** The address's station (null: none), and what its price is worth. */
  station: Station | null;
  verdict: Verdict | null;
};

type FailedProps = { text: string; detail?: string; retry: string; onRetry: () => void };

/** Says that something could not be loaded, with a button to try again. */
export function FailedState({ text, detail, retry, onRetry }: FailedProps) {
  return (
    <div class="state state-failed" role="alert">
      <p class="state-title">{text}</p>
      {detail && <p>{detail}</p>}
      <button type="button" class="button" onClick={onRetry}>{retry}</button>
    </div>
  );
}

/** Rows of fixed size while nothing is there yet. */
export function WaitingRows({ label }: { label: string }) {
  return (
    <div class="waiting" role="status">
      <span class="sr-only">{label}</span>
      {[1, 2, 3, 4, 5].map((row) => <div key={row} class="skeleton waiting-row" />)}
    </div>
  );
}

/** Takes the focus when the visitor opens it, and gives it back afterwards. */
export function Sheet(props: SheetProps) {
  const { model: { sheet, close, isSheetOpened }, loaded, firstSheet, station, verdict, words } =
    props;
  const { id, kind } = sheet.value!;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => () => returnFocus(id), [id]);
  useEffect(() => {
    // A page that came with the sheet open leaves the focus where it is.
    if (isSheetOpened.peek()) {
      content.current?.querySelector<HTMLElement>("#sheet-title")?.focus({ preventScroll: true });
    }
    // Each state has a heading of its own.
  }, [id, kind, loaded]);
  return (
    <section class="sheet" aria-labelledby="sheet-title">
      <IconButton icon="close" label={words.sheet.close} class="sheet-close" onClick={close} />
      <div ref={content}>
        {sheet.value?.kind !== "filled" ? <Unfilled {...props} kind={kind} /> : loaded
          ? (
            <loaded.OpenSheet
              {...props}
              station={sheet.value.station}
              first={sheet.value.station === station ? verdict : null}
            />
          )
          // Until the part is loaded the server's sheet is shown, if it is this station's.
          : firstSheet ?? <Unfilled {...props} kind="waiting" />}
      </div>
    </section>
  );
}

function returnFocus(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-row="${id}"] a, [data-station="${id}"]`)?.focus();
  });
}

function Unfilled({ model, words: { sheet }, common, kind }: SheetProps & { kind: string }) {
  return (
    <>
      <h1 id="sheet-title" class="sr-only" tabIndex={-1}>{sheet.loading}</h1>
      {kind === "waiting" ? <WaitingRows label={sheet.loading} /> : (
        <FailedState
          text={sheet.failed}
          retry={common.states.retry}
          onRetry={model.retrySheet}
        />
      )}
    </>
  );
}
