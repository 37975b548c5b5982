/** The button that opens the visitor's profile, the same one on every page; its dialog is loaded when it is first needed. @module */

import { useState } from "preact/hooks";
import { Icon } from "../Icon.tsx";
import type { DriverDialog, ProfileProps } from "./DriverDialog.tsx";

type Props = Omit<ProfileProps, "onClose"> & {
  /** Text next to the icon; without it only readers of screens get the name. */
  text?: string;
  class?: string;
  onClose?: () => void;
};

/** Hidden without scripts. */
export function DriverButton({ text, class: extra = "", onClose, ...profile }: Props) {
  const [Dialog, setDialog] = useState<typeof DriverDialog | null>(null);
  const name = text ? undefined : profile.common.driver;
  const close = () => {
    setDialog(null);
    onClose?.();
  };
  return (
    <>
      <button
        type="button"
        class={`button js-only ${extra}`}
        aria-haspopup="dialog"
        aria-label={name}
        title={name}
        onClick={() => import("./DriverDialog.tsx").then((loaded) => setDialog(() => loaded.DriverDialog), reportError)}
      >
        <Icon name="car" /> {text}
      </button>
      {Dialog && <Dialog {...profile} onClose={close} />}
    </>
  );
}
