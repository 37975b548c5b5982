/** Parses one `pdv` element into a raw station: the only place that knows the feed's layout. @module */

import type { FeedDay } from "../lib/domain/station/opening_hours.ts";

/** One `prix` element: name of the fuel, Paris wall-clock time, price; texts as they came. */
export type RawPrice = { fuel: string; at: string; value: string };

/** One `rupture` element; `until` and `kind` may be empty. */
export type RawStockOut = RawClosure & { fuel: string };

/** One `fermeture` element of day and year files: the station was closed. `until` may be empty. */
export type RawClosure = { kind: string; since: string; until: string };

/** The `horaires` element. `automate` is `1` or empty. */
export type RawHours = { automate: string; days: FeedDay[] };

/** One `pdv` element. Everything is text, entities decoded, nothing trimmed or checked; a missing text is empty. */
export type RawStation = {
  id: string;
  latitude: string;
  longitude: string;
  postalCode: string;
  /** `A` motorway, `R` road; other letters occur. */
  road: string;
  address: string;
  city: string;
  /** Null when the element is missing. */
  hours: RawHours | null;
  services: string[];
  prices: RawPrice[];
  stockOuts: RawStockOut[];
  closures: RawClosure[];
};

/** An element of XML: entities decoded, comments left out, `text` that of no child. */
export type Element = { name: string; attributes: Attributes; children: Element[]; text: string };

type Attributes = Record<string, string>;

function findChildren({ children }: Element, name: string): Element[] {
  return children.filter((child) => child.name === name);
}

function getText(parent: Element, name: string): string {
  return parent.children.find((child) => child.name === name)?.text ?? "";
}

function toDay(element: Element): FeedDay {
  const { id = "", ferme = "" } = element.attributes;
  const slots = findChildren(element, "horaire").map(({ attributes }) => attributes)
    .map(({ ouverture = "", fermeture = "" }) => ({ open: ouverture, close: fermeture }));
  return { day: id, closed: ferme, slots };
}

function toInterruption({ debut = "", fin = "", type = "" }: Attributes): RawClosure {
  return { since: debut, until: fin, kind: type };
}

/** The station of one `pdv` element. */
export function parseStation(element: Element): RawStation {
  const { id = "", latitude = "", longitude = "", cp = "", pop = "" } = element.attributes;
  const [hours] = findChildren(element, "horaires");
  const [services] = findChildren(element, "services");
  const findRows = (name: string) => findChildren(element, name).map(({ attributes }) => attributes);
  return {
    ...{ id, latitude, longitude, postalCode: cp, road: pop },
    address: getText(element, "adresse"),
    city: getText(element, "ville"),
    hours: hours
      ? { automate: hours.attributes["automate-24-24"] ?? "", days: findChildren(hours, "jour").map(toDay) }
      : null,
    services: services ? findChildren(services, "service").map(({ text }) => text) : [],
    prices: findRows("prix").map(({ nom = "", maj = "", valeur = "" }) => ({ fuel: nom, at: maj, value: valeur })),
    stockOuts: findRows("rupture").map(({ nom = "", ...row }) => ({ fuel: nom, ...toInterruption(row) })),
    closures: findRows("fermeture").map(toInterruption),
  };
}
