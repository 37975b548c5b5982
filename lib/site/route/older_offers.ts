/** Finds the cheaper stops that a plan skipped because their prices are old. @module */

import type { Fuel } from "../../shared/fuels.ts";
import { toLeadMilli } from "../../shared/price/age_lead.ts";

/** An offer along a line. `netMilli` is the price per litre there, in thousandths of a euro. */
export type LineOffer = {
  readonly id: string;
  netMilli: number;
  ageMs: number;
  alongKm: number;
  detourKm: number;
};

type Stop = { readonly id: string; readonly km_along: number; readonly litres: number };

const MOST = 3;

/**
 * Returns the offers that would cost less than the nearest stop but for the margin for their age;
 * at most 3, cheapest first.
 */
export function findOlderOffers<T extends LineOffer>(
  offers: readonly T[],
  { stops, fuel, per100Km }: { stops: readonly Stop[]; fuel: Fuel; per100Km: number },
): T[] {
  const costOf = ({ netMilli, detourKm }: LineOffer, litres: number) =>
    netMilli * (litres + (detourKm * per100Km) / 100);
  const planned = stops.flatMap((stop) => {
    const offer = offers.find(({ id }) => id === stop.id);
    return offer ? [{ ...stop, offer }] : [];
  });
  return offers.filter((offer) => {
    if (
      toLeadMilli({ fuel, ageMs: offer.ageMs }) === 0 || stops.some(({ id }) => id === offer.id)
    ) return false;
    const awayKm = ({ km_along }: Stop) => Math.abs(km_along - offer.alongKm);
    const [stop] = planned.toSorted((a, b) => awayKm(a) - awayKm(b));
    return stop !== undefined && costOf(offer, stop.litres) < costOf(stop.offer, stop.litres);
  }).sort((a, b) => a.netMilli - b.netMilli).slice(0, MOST);
}
