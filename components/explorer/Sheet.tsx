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
  /** Null until the visitor needs one of them. */
  loaded: LazyComponents | null;
  /** The server's sheet of the address's station, or null. */
  firstSheet: ComponentChildren;
  /** The address's station, or null, and the verdict on its price. */
  station: Station | null;
  verdict: Verdict | null;
};

type FailedProps = { text: string; detail?: string; retry: string; onRetry: () => void };

/** Says that something could not be loaded, with a button to retry. */
export function FailedState({ text, detail, retry, onRetry }: FailedProps) {
  return (
    <div class="state state-failed" role="alert">
      <p class="state-title">{text}</p>
      {detail && <p>{detail}</p>}
      <button type="button" class="button" onClick={onRetry}>{retry}</button>
    </div>
  );
}

/** Placeholder rows of a fixed size. */
export function WaitingRows({ label }: { label: string }) {
  return (
    <div class="waiting" role="status">
      <span class="sr-only">{label}</span>
      {[1, 2, 3, 4, 5].map((row) => <div key={row} class="skeleton waiting-row" />)}
    </div>
  );
}

/** The sheet. It takes the focus when the visitor opens it, and returns it afterwards. */
export function Sheet(props: SheetProps) {
  const { model: { sheet, close, isSheetOpened }, loaded, firstSheet, station, verdict, words } =
    props;
  const { id, kind } = sheet.value!;
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => () => returnFocus(id), [id]);
  useEffect(() => {
    // A page that was loaded with an open sheet does not move the focus.
    if (isSheetOpened.peek()) {
      content.current?.querySelector<HTMLElement>("#sheet-title")?.focus({ preventScroll: true });
    }
    // Each state has a separate heading.
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
          // Until the component is loaded, show the server's sheet if it is for this station.
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
