/**
 * The button that opens the visitor's profile, the same one on every page; its dialog is loaded
 * when it is first needed.
 *
 * @module
 */

import { useState } from "preact/hooks";
import { IconButton } from "../Icon.tsx";
import type { DriverDialog, ProfileProps } from "./DriverDialog.tsx";

/** `text`: shown next to the icon, which otherwise is alone. */
type Props = Omit<ProfileProps, "onClose"> & { text?: string; onClose?: () => void };

/** Hidden without scripts. */
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
