/** Small parts around list and map: the answer in one sentence, states, tools, controls. @module */

import type { Area } from "../../lib/shared/explorer/area.ts";
import { formatCount, formatEuros, formatRadius } from "../../lib/shared/words/format.ts";
import type { Listing } from "../../lib/shared/explorer/explorer_model.ts";
import type { Fuel } from "../../lib/shared/station/fuels.ts";
import { MIN_SAVED_CENTS } from "../../lib/shared/price/real_cost.ts";
import type { ExplorerWords } from "../../lib/shared/words/home.ts";
import { count, fill, type Plural } from "../../lib/shared/words/mod.ts";
import type { Worded } from "../base.ts";
import { formatUnit } from "../Price.tsx";
import { Icon } from "../Icon.tsx";

type AnswerProps = Worded & {
  fuel: Fuel;
  /** Name of the place, or null when the view has none. */
  place: string | null;
  area: Area;
  listing: Listing;
  /** Turns the offer on or off. */
  offerLink: { href: string; onClick: (event: MouseEvent) => void };
  litres: number;
  words: ExplorerWords;
};

/** Title of the page and the line below it, which announces changes to screen readers. */
export function Answer(props: AnswerProps) {
  const { fuel, place, area, listing, offerLink, lang, words, common } = props;
  const { unit, bounds, cheapestMilli, ownFuels, offer, total } = listing;
  const name = (ownFuels ?? [fuel]).map((each) => common.fuels[each].short).join(", ");
  const isCost = unit === "cost";
  const price = bounds && formatUnit(isCost ? bounds.min : cheapestMilli!, { unit, lang });
  const title = area.kind === "view" ? words.inView : place;
  return (
    <div class="answer">
      <h1 class="answer-title">
        {title !== null && <span class="answer-place">{`${title} `}</span>}
        {price === null
          ? words.answerNone
          : fill(isCost ? words.answerCost : ownFuels ? words.answerOwn : words.answer, { fuel: name, price })}
      </h1>
      <div class="answer-row">
        <p class="answer-line" role="status" aria-live="polite">
          {offer?.isOn
            ? toOfferText(words.offer, props)
            : count(common.stations, total, { lang, text: formatCount(total, lang) })}
          {offer?.isOn && toSavedText(props)}
          {area.kind === "around" && ` ${fill(words.within, { radius: formatRadius(area.radiusKm, lang) })}`}
          {!offer?.isOn && toSavedText(props)}
        </p>
        {offer && (
          <a class="answer-all" {...offerLink} aria-current="false">
            {offer.isOn ? fill(words.offerAll, { n: formatCount(total, lang) }) : toOfferText(words.offerOn, props)}
          </a>
        )}
      </div>
    </div>
  );
}

function toOfferText(forms: Plural, { listing: { offer }, lang, words }: AnswerProps): string {
  return offer!.count === 0 ? words.offerNone : count(forms, offer!.count, { lang });
}

/** The saving of a detour, else between the dearest and the cheapest; empty below half a euro. */
function toSavedText({ listing: { offer, bounds, unit }, litres, lang, words }: AnswerProps): string {
  const spread = bounds ? ((bounds.max - bounds.min) * (unit === "cost" ? 10 : litres)) / 1000 : 0;
  const saved = offer?.isOn ? offer.savedCents / 100 : spread;
  if (saved < MIN_SAVED_CENTS / 100) return "";
  return ` · ${fill(offer?.isOn ? words.offerSaved : words.answerSaved, { saved: formatEuros(saved, lang), litres })}`;
}

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

type ControlProps = {
  place: string;
  words: ExplorerWords;
  onZoom: (steps: number) => void;
  onRecentre: () => void;
};

/** Buttons over the map. */
export function MapControls({ place, words, onZoom, onRecentre }: ControlProps) {
  const buttons = [
    { icon: "plus", label: words.zoomIn, onClick: () => onZoom(1) },
    { icon: "minus", label: words.zoomOut, onClick: () => onZoom(-1) },
    { icon: "pin", label: fill(words.recentre, { place }), onClick: onRecentre },
  ] as const;
  return (
    <div class="map-controls">
      {buttons.map(({ icon, label, onClick }) => (
        <button key={icon} type="button" class="map-button" aria-label={label} title={label} onClick={onClick}>
          <Icon name={icon} />
        </button>
      ))}
    </div>
  );
}
