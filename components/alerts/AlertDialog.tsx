/** The dialog that makes an alert: its form reads as the sentence of the rule. @module */

import { useState } from "preact/hooks";
import type { AlertRule } from "../../lib/domain/alert_rule.ts";
import type { AlertStart } from "../../lib/client/alerts/alerts.ts";
import { parsePriceText } from "../../lib/shared/price/money.ts";
import { type Fuel, FUELS } from "../../lib/shared/fuels.ts";
import { alertWords } from "../../lib/words/alerts.ts";
import { withMark } from "../../lib/words/format.ts";
import { type Lang, toLocalPath } from "../../lib/words/lang.ts";
import type { CommonWords } from "../../lib/words/mod.ts";
import { Dialog } from "../Dialog.tsx";
import { Check, Select } from "../Fields.tsx";

type Props = AlertStart & { lang: Lang; common: Pick<CommonWords, "fuels">; onClose: () => void };
type Kind = AlertRule["when"]["kind"];

const CENT_MILLI = 10;
const USUAL_MILLI = 1500;

/** Events with an amount: its unit, in thousandths of a euro, and its limits. */
const AMOUNTS = {
  at_most: { unit: "€", unitMilli: 1000, limits: { min: 0.1, max: 9.999, step: 0.001 } },
  cheapest: { unit: "c", unitMilli: CENT_MILLI, limits: { min: 0, max: 50, step: 0.1 } },
};

const hasAmount = (kind: Kind): kind is keyof typeof AMOUNTS => kind in AMOUNTS;

/**
 * Returns the next whole cent below the cheapest price of a fuel, in thousandths, or null without a
 * price.
 */
function toLimit(offers: AlertStart["offers"], fuel: Fuel): number | null {
  const prices = offers.filter((offer) => offer.fuel === fuel).map(({ price }) =>
    parsePriceText(price)
  );
  return prices.length === 0 ? null : CENT_MILLI * Math.ceil(Math.min(...prices) / CENT_MILLI - 1);
}

function toWhen(kind: Kind, amount: number): AlertRule["when"] {
  if (!hasAmount(kind)) return { kind };
  const milli = Math.round(amount * AMOUNTS[kind].unitMilli);
  return kind === "at_most" ? { kind, price_milli: milli } : { kind, fall_milli: milli };
}

/** Returns a fuel as the subject of a sentence: "le gazole", "l’E10", "diesel". */
function toSubject(fuel: Fuel, fuels: CommonWords["fuels"]): string {
  return fuels[fuel].of.replace(/^du /, "le ").replace(/^(de|of) /, "");
}

/**
 * The dialog of a new alert. A second press is harmless, because the server stores the same rule
 * once.
 */
export function AlertDialog({ makeAlert, onClose, ...props }: Props) {
  const { where, place, lang, common } = props;
  const { dialog: words, page, when: kinds } = alertWords[lang];
  const [fuel, setFuel] = useState(props.fuel);
  const [kind, setKind] = useState<Kind>(
    "ids" in where && where.ids.length > 1 ? "best" : "at_most",
  );
  const [outcome, setOutcome] = useState<keyof typeof words.outcomes>("none");
  const make = (form: FormData) => {
    const amount = Number(form.get("amount"));
    const news = kind === "cheapest" && amount === 0 ? words.anyChange : kinds[kind];
    const value = hasAmount(kind) && amount > 0 &&
      `${withMark(String(amount), lang)} ${AMOUNTS[kind].unit}`;
    const text = [toSubject(fuel, common.fuels), news, value, place].filter(Boolean).join(" ");
    const rule = {
      fuel,
      where,
      when: toWhen(kind, amount),
      every_h: 6,
      at_night: form.has("night"),
    };
    setOutcome("busy");
    makeAlert({ rule, text }, lang).catch(() => "failed" as const).then(setOutcome);
  };
  // On an iPhone only an installed app supports them.
  const canNotify = "PushManager" in globalThis && "Notification" in globalThis;
  return (
    <Dialog title={words.title} closeText={words.close} onClose={onClose}>
      {!canNotify && <p>{words.install}</p>}
      <form
        class="alert-parts"
        hidden={!canNotify}
        onSubmit={(event) => {
          event.preventDefault();
          make(new FormData(event.currentTarget));
        }}
      >
        <Sentence {...props} fuel={fuel} setFuel={setFuel} kind={kind} setKind={setKind} />
        <Check name="night">{words.night}</Check>
        <p class="hint">{words.rate} {kind === "cheapest" && words.zero}</p>
        <p role="status">{words.outcomes[outcome]}</p>
        <div class="row">
          <button type="submit" class="button button-primary">{words.allow}</button>
          <a href={toLocalPath("/alertes", lang)}>{page.title}</a>
        </div>
      </form>
    </Dialog>
  );
}

type SentenceProps = Omit<Props, "makeAlert" | "onClose"> & {
  setFuel: (fuel: Fuel) => void;
  kind: Kind;
  setKind: (kind: Kind) => void;
};

/** "quand [le gazole] [coûte au plus] [1,720] € à la station E.Leclerc, Montrouge." */
function Sentence(
  { where, place, offers, fuel, setFuel, kind, setKind, lang, common }: SentenceProps,
) {
  const { dialog: words, when: kinds } = alertWords[lang];
  return (
    <div class="row alert-sentence">
      <span>{words.begin}</span>
      <Select
        aria-label={words.fuel}
        value={fuel}
        options={FUELS.filter((each) => each === fuel || toLimit(offers, each) !== null)
          .map((each) => [each, toSubject(each, common.fuels)])}
        onValue={setFuel}
      />
      <Select
        aria-label={words.kind}
        value={kind}
        options={(Object.keys(kinds) as Kind[]).filter((each) => each !== "best" || "ids" in where)
          .map((each) => [each, kinds[each]])}
        onValue={setKind}
      />
      {hasAmount(kind) && (
        <span class="alert-amount">
          <input
            key={`${fuel} ${kind}`}
            class="input num"
            type="number"
            name="amount"
            required
            aria-label={words.amounts[kind]}
            {...AMOUNTS[kind].limits}
            defaultValue={kind === "at_most"
              ? ((toLimit(offers, fuel) ?? USUAL_MILLI) / 1000).toFixed(3)
              : "1"}
          />
          {AMOUNTS[kind].unit}
        </span>
      )}
      <span>{place}.</span>
    </div>
  );
}
