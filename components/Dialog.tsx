/** The frame of a dialog: title, the button that closes it, content. @module */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { IconButton } from "./Icon.tsx";

type Props = { title: string; closeText: string; onClose: () => void; children: ComponentChildren };

/** Closes the dialog of a button. */
export function closeDialog({ currentTarget }: { currentTarget: Element }): void {
  currentTarget.closest("dialog")!.close();
}

/** Open from the start; Esc and its buttons close it, and the focus goes back to where it was. */
export function Dialog({ title, closeText, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="dialog-title"
      onClose={onClose}
      // The page behind has an Esc of its own.
      onKeyDown={(event) => event.key === "Escape" && event.stopPropagation()}
    >
      <div class="dialog-head">
        <h2 id="dialog-title">{title}</h2>
        <IconButton
          icon="close"
          label={closeText}
          class="button button-icon"
          onClick={closeDialog}
        />
      </div>
      {children}
    </dialog>
  );
}
