/**
 * "M’avertir": loads and opens the dialog of a new alert. Styles hide it if the site or the browser
 * does not support alerts.
 *
 * @module
 */

import { useState } from "preact/hooks";
import type { AlertStart } from "../../lib/client/alerts/alerts.ts";
import type { Lang } from "../../lib/words/lang.ts";
import type { CommonWords } from "../../lib/words/mod.ts";
import { IconButton } from "../Icon.tsx";
import type { AlertDialog } from "./AlertDialog.tsx";

/**
 * `load` returns the initial values of the dialog. It is absent on the server, where the button
 * does nothing. `text` is shown next to the icon.
 */
type Props = {
  load?: () => Promise<AlertStart>;
  text?: string;
  lang: Lang;
  common: Pick<CommonWords, "alert" | "fuels">;
};

/** The button of a new alert. Hidden without scripts. */
export function AlertButton({ load, text, lang, common }: Props) {
  const [opened, setOpened] = useState<{ Dialog: typeof AlertDialog; start: AlertStart } | null>(
    null,
  );
  const open = async () => {
    const [{ AlertDialog: Dialog }, start] = await Promise.all([
      import("./AlertDialog.tsx"),
      load!(),
    ]);
    setOpened({ Dialog, start });
  };
  return (
    <>
      <IconButton
        icon="bell"
        label={text ?? common.alert}
        class={`button js-only${text ? "" : " button-icon"} alert-open`}
        aria-haspopup="dialog"
        onClick={open}
      >
        {text}
      </IconButton>
      {opened && (
        <opened.Dialog
          lang={lang}
          common={common}
          {...opened.start}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
