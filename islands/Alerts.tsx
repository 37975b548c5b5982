/** The alerts of this device, each as a sentence with a button that ends it. @module */

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { FailedState } from "../components/explorer/Sheet.tsx";
import { findAlerts } from "../lib/client/alerts/device.ts";
import { alertWords } from "../lib/words/alerts.ts";
import { type Lang, toLocalPath } from "../lib/words/lang.ts";
import { fill } from "../lib/words/fill.ts";
import type { CommonWords } from "../lib/words/mod.ts";

type Props = { lang: Lang; common: Pick<CommonWords, "states"> };

/** Has four states: waiting, failed, empty, filled. */
export default function Alerts({ lang, common: { states } }: Props) {
  const found = useSignal<Awaited<ReturnType<typeof findAlerts>> | "failed" | null>(null);
  const load = async (ended?: string) =>
    found.value = await findAlerts(ended).catch(() => "failed" as const);
  useEffect(() => void load(), []);
  const { page, stop, dialog } = alertWords[lang];
  if (found.value === null) {
    return <div class="skeleton alerts-waiting" aria-label={states.waiting} />;
  }
  if (found.value === "failed") {
    return (
      <FailedState
        text={dialog.outcomes.failed}
        retry={states.retry}
        onRetry={() => load()}
      />
    );
  }
  if (found.value.length === 0) {
    return (
      <div class="state">
        <p class="state-title">{page.empty}</p>
        <p>{"alerts" in document.documentElement.dataset ? page.emptyText : page.off}</p>
        <a class="button button-primary" href={toLocalPath("/", lang)} aria-current="false">
          {page.findOne}
        </a>
      </div>
    );
  }
  return (
    <ul class="alerts">
      {found.value.map(({ id, text }) => (
        <li key={id} class="card row alert-card">
          <p>{text}.</p>
          <button
            type="button"
            class="button"
            aria-label={fill(page.end, { rule: text })}
            onClick={() => load(id)}
          >
            {stop}
          </button>
        </li>
      ))}
    </ul>
  );
}
