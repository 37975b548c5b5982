/**
 * The button that opens the visitor's profile on every page. It loads the dialog on the first
 * press.
 *
 * @module
 */

import { useState } from "preact/hooks";
import { IconButton } from "../Icon.tsx";
import type { DriverDialog, ProfileProps } from "./DriverDialog.tsx";

/** `text` is shown next to the icon. */
type Props = Omit<ProfileProps, "onClose"> & { text?: string; onClose?: () => void };

/** The button of the visitor's profile. Hidden without scripts. */
export function DriverButton({ text, onClose, ...profile }: Props) {
  const [opened, setOpened] = useState<{ Dialog: typeof DriverDialog } | null>(null);
  const open = async () => {
    const { DriverDialog: Dialog } = await import("./DriverDialog.tsx");
    setOpened({ Dialog });
  };
  const close = () => {
    setOpened(null);
    onClose?.();
  };
  return (
    <>
      <IconButton
        icon="car"
        label={text ?? profile.common.driver}
        class={`button js-only${text ? "" : " button-icon"}`}
        aria-haspopup="dialog"
        onClick={open}
      >
        {text}
      </IconButton>
      {opened && <opened.Dialog {...profile} onClose={close} />}
    </>
  );
}
