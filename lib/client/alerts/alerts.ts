/**
 * Makes the initial values of an alert's dialog, for stations or for the map's list. Loaded when a
 * visitor wants an alert.
 *
 * @module
 */

import type { AlertRule } from "../../domain/alert_rule.ts";
import { toPlaceName } from "../../site/explorer/view_title.ts";
import { toNearTown } from "../../places/place_name.ts";
import { toPriceText } from "../../shared/price/money.ts";
import { type Fuel, FUELS } from "../../shared/fuels.ts";
import { alertWords } from "../../words/alerts.ts";
import { fill } from "../../words/fill.ts";
import { formatRadius } from "../../words/format.ts";
import type { Lang } from "../../words/lang.ts";
import type { Model } from "../explorer/model.ts";
import { findPrices, toKms } from "../stations.ts";
import { makeAlert } from "./device.ts";

/**
 * The initial values of the dialog. `place` ends the rule's sentence, `offers` are today's prices
 * there.
 */
export type AlertStart = {
  readonly where: AlertRule["where"];
  readonly place: string;
  readonly fuel: Fuel;
  readonly offers: readonly { fuel: Fuel; price: string }[];
  readonly makeAlert: typeof makeAlert;
};

/** The maximum number of stations in a rule. */
const MAX_IDS = 50;
/** Cells per degree: a rule stores a rounded cell, not the visitor's position. */
const STEPS = 20;
/** The smallest radius, because a cell's middle may be three kilometres from the place. */
const MIN_KM = 5;
const MAX_KM = 50;

type Named = { id: string; title: string; town: string | null };
type Offers = readonly { fuel: Fuel; price: string; in_force: boolean }[];

/** Returns the alert about stations with names. Ignores old prices in `offers`. */
export function toStationAlert(
  stations: readonly Named[],
  { fuel, offers, lang }: { fuel: Fuel; offers: Offers; lang: Lang },
): AlertStart {
  const { station, stations: several } = alertWords[lang].where;
  const ids = stations.slice(0, MAX_IDS).map(({ id }) => id);
  const name = [stations[0]!.title, stations[0]!.town].filter(Boolean).join(", ");
  return {
    where: { ids },
    fuel,
    makeAlert,
    offers: offers.filter((offer) => offer.in_force),
    place: ids.length > 1 ? fill(several, { n: ids.length }) : fill(station, { place: name }),
  };
}

/**
 * Returns the alert about the surroundings of the map's place, or of the middle of a moved map,
 * which has no name.
 */
export function toAreaAlert({ view, where, shownKm, stations }: Model, lang: Lang): AlertStart {
  const { lat, lng } = where.peek();
  const cell = { lat: Math.round(STEPS * lat) / STEPS, lng: Math.round(STEPS * lng) / STEPS };
  const radiusKm = Math.min(MAX_KM, Math.max(MIN_KM, Math.ceil(shownKm.peek())));
  const all = stations.peek();
  const kms = all && toKms(all, cell);
  const offers = FUELS.flatMap((fuel) => {
    const prices = all ? findPrices(all.fuels.get(fuel)!, kms!, radiusKm) : [];
    return prices.length === 0 ? [] : [{ fuel, price: toPriceText(Math.min(...prices)) }];
  });
  const name = toPlaceName({ view: view.peek(), where: where.peek() }) ??
    `${cell.lat}, ${cell.lng}`;
  return {
    where: { cell, radius_km: radiusKm },
    fuel: view.peek().fuel,
    makeAlert,
    offers,
    place: `${toNearTown(name, lang)} (${formatRadius(radiusKm, lang)})`,
  };
}
