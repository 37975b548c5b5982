/** The frame of a dialog: title, close button, content. @module */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { IconButton } from "./Icon.tsx";

type Props = { title: string; closeText: string; onClose: () => void; children: ComponentChildren };

/** Closes the dialog that contains a button. */
export function closeDialog({ currentTarget }: { currentTarget: Element }): void {
  currentTarget.closest("dialog")!.close();
}

/**
 * A dialog that opens at once. Esc and its buttons close it, and the focus returns to where it was.
 */
export function Dialog({ title, closeText, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby="dialog-title"
      onClose={onClose}
      // The page behind handles Esc too.
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
