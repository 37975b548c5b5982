/**
 * Reads a station's page, its metadata and its linked data (schema.org), and holds its words.
 *
 * @module
 */

import type { Station } from "../../domain/wire.ts";
import type { Backend } from "../../operations/operation.ts";
import { getStationOverview } from "../../operations/stations/station_overview.ts";
import { getDepartment } from "../../places/departments.ts";
import { formatInstant, formatPrice } from "../../words/format.ts";
import { type Lang, toLocalPath } from "../../words/lang.ts";
import { toAddress, toStationName } from "../../site/listed_station.ts";
import { type PageMeta, type PageRequest, toAreaCrumbs, toAsOf } from "../../site/metadata.ts";
import { toFeedPath, toPicturePath, toStationPath } from "../../site/paths.ts";
import { toAtTown } from "../../places/place_name.ts";
import { commonWords, fill, inBothLanguages } from "../../words/mod.ts";

/** A station's page. */
export type StationPageData = Awaited<ReturnType<typeof loadStation>>;
type Figures = Awaited<ReturnType<typeof find>>;

/** Reads all data of a station. Throws DomainErrors as the operations do. */
export async function loadStation(backend: Backend, request: PageRequest, id: string) {
  const figures = await find(backend, request, id);
  return { ...figures, meta: toMeta(figures) };
}

async function find(backend: Backend, request: PageRequest, id: string) {
  const curves = await loadStationCurves(backend, request, id);
  const { station } = curves.overview;
  return {
    ...curves,
    title: toStationName(station, commonWords[request.lang]),
    department: station.department === null ? null : getDepartment(station.department),
  };
}

/** Reads a station and its curves. Throws DomainErrors as the operations do. */
export async function loadStationCurves(backend: Backend, request: PageRequest, id: string) {
  const overview = await getStationOverview(backend, { id, fuel: request.fuel });
  return { request, words: stationWords[request.lang], overview };
}

/** Returns the page's metadata. Search engines must not index a station that has left the feed. */
function toMeta(figures: Figures): PageMeta {
  const { request, words, title, department, overview: { station, fuel, state, hasLeft } } =
    figures;
  const { lang } = request;
  const { city } = station;
  const area = department?.name ?? "France";
  // "Gazole 1,659 €", "E10 1,729 €": the prices in force.
  const prices = station.prices.filter((offer) => offer.in_force)
    .map((offer) =>
      `${commonWords[lang].fuels[offer.fuel].short} ${formatPrice(offer.price, lang)}`
    );
  const values = {
    name: title,
    atTown: city ? toAtTown(city, lang) : `(${area})`,
    address: toAddress(station) || area,
    prices: prices.join(", ") || words.noPrice,
    date: formatInstant(toAsOf(state), lang),
  };
  const path = toStationPath(station.id);
  return {
    image: toPicturePath(path, fuel),
    feed: toFeedPath({ ids: station.id, fuel }, lang),
    title: fill(prices.length > 0 ? words.titlePrices : words.title, {
      ...values,
      prices: prices.slice(0, 2).join(", "),
    }),
    description: fill(words.description, values),
    isIndexed: !hasLeft,
    crumbs: [...toAreaCrumbs(department, lang), { name: title, path }],
    linked: hasLeft ? [] : [toGasStation(figures)],
  };
}

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function toHours({ opening_hours: week, automate_24_7: isAutomatic }: Station): object[] {
  const spec = (dayOfWeek: string | string[], opens: string, closes: string) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek,
    opens,
    closes,
  });
  if (isAutomatic) return [spec(DAYS, "00:00", "23:59")];
  return (week ?? []).flatMap(({ day, slots }) =>
    slots.map(({ open, close }) =>
      spec(DAYS[day - 1] ?? [], open, open === close ? "23:59" : close)
    )
  );
}

/**
 * Returns the fuels in stock with a price in force, with price and instant. Other prices are not
 * offers.
 */
function toOffers(station: Station, lang: Lang): object[] {
  return station.prices.filter((offer) => offer.in_force).map(({ fuel, price, updated_at }) => ({
    "@type": "Offer",
    itemOffered: { "@type": "Product", name: commonWords[lang].fuels[fuel].long },
    availability: "https://schema.org/InStock",
    price,
    priceCurrency: "EUR",
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      price,
      priceCurrency: "EUR",
      unitCode: "LTR",
      validFrom: updated_at,
    },
  }));
}

/** Returns a station with its place, hours and offers. JSON drops undefined fields. */
function toGasStation(
  { request: { origin, lang }, title, overview: { station } }: Figures,
): object {
  const { latitude, longitude, address, city, postal_code, brand } = station;
  const path = toStationPath(station.id);
  const hours = toHours(station);
  const services = station.services.map((name) => ({
    "@type": "LocationFeatureSpecification",
    name,
    value: true,
  }));
  return {
    "@type": "GasStation",
    "@id": origin + path,
    name: title,
    url: origin + toLocalPath(path, lang),
    brand: brand === null ? undefined : { "@type": "Brand", name: brand },
    address: {
      "@type": "PostalAddress",
      streetAddress: address ?? undefined,
      addressLocality: city ?? undefined,
      postalCode: postal_code ?? undefined,
      addressCountry: "FR",
    },
    geo: latitude === null ? undefined : { "@type": "GeoCoordinates", latitude, longitude },
    openingHoursSpecification: hours.length === 0 ? undefined : hours,
    amenityFeature: services.length === 0 ? undefined : services,
    makesOffer: toOffers(station, lang),
  };
}

/** By language. `{name}` is a placeholder for `fill()`. */
export const stationWords = /* @__PURE__ */ inBothLanguages({
  title: "{name} {atTown}",
  titlePrices: ["{name} {atTown} : {prices}", "{name} {atTown}: {prices}"],
  description: [
    "Prix des carburants de {name}, {address} : {prices}. Relevés au {date}, historique, horaires et services.",
    "Fuel prices at {name}, {address}: {prices}. Figures as of {date}, price history, opening hours and services.",
  ],
  prices: ["Prix au litre", "Price per litre"],
  whyNot: {
    old: ["trop ancien, hors classement", "too old, not ranked"],
    withdrawn: ["plus annoncé par la station", "no longer listed by the station"],
    closed: ["avant la fermeture", "from before the closure"],
    suspect: ["prix douteux, pas encore confirmé", "suspicious price, not yet confirmed"],
  },
  // For visitors who have set discounts or several fuels.
  own: {
    same: ["votre prix est celui affiché, {price}", "your price is the pump price, {price}"],
    none: ["pas de prix à jour pour vos carburants", "no current price for your fuels"],
    atPump: ["Ci-dessous, sans vos remises.", "Below, without your discounts."],
  },
  notListed: ["Cette station n’annonce aucun prix.", "This station lists no price."],
  noPrice: ["Prix inconnu", "Unknown price"],
  historyOf: ["Historique {ofFuel}", "Price history {ofFuel}"],
  suspects: [
    "Prix douteux, hors des courbes : {list}.",
    "Suspicious prices, left out of the curves: {list}.",
  ],
  againstMean: ["par rapport à la moyenne du département", "against the department average"],
  meansNote: [
    "± c : écart avec la moyenne du département.",
    "± c: difference from the department average.",
  ],
  meanLine: ["Moyenne du département", "Department average"],
  stationLine: ["Cette station", "This station"],
  hours: ["Horaires", "Opening hours"],
  open: ["Ouverte", "Open now"],
  closed: ["Fermée", "Closed now"],
  hoursUnknown: ["Inconnus", "Unknown"],
  dayUnknown: ["non communiqué", "not published"],
  dayClosed: ["fermé", "closed"],
  allDay: ["24\u00a0h/24", "24 hours"],
  automateNote: ["Automate par carte 24\u00a0h/24.", "Pay at the pump by card, 24/7."],
  staffed: ["Avec personnel", "Staffed hours"],
  unstaffed: ["Sans personnel sur place.", "No staff on site."],
  today: ["aujourd’hui", "today"],
  days: [
    ["lundi", "Monday"],
    ["mardi", "Tuesday"],
    ["mercredi", "Wednesday"],
    ["jeudi", "Thursday"],
    ["vendredi", "Friday"],
    ["samedi", "Saturday"],
    ["dimanche", "Sunday"],
  ],
  services: "Services",
  noServices: ["Aucun", "None"],
  where: ["Où la trouver", "Where to find it"],
  streetsLabel: ["Plan des rues autour de la station", "Street map around the station"],
  noPosition: [
    "La position publiée pour cette station est fausse.",
    "The position published for this station is wrong.",
  ],
  advice: {
    stay: [
      "Faites le plein ici : rien de mieux à moins de {km}",
      "Fill up here: nothing better within {km}",
    ],
    stayOld: [
      "Rien de mieux à moins de {km}, si ce prix tient encore",
      "Nothing better within {km}, if this price still holds",
    ],
    better: ["À {km}, {saved} de moins :", "{saved} less, {km} away:"],
    elsewhere: [
      "Pas de prix à jour ici. À {km}, {price} :",
      "No current price here. {price}, {km} away:",
    ],
    none: ["Pas de prix à jour ici", "No current price here"],
  },
  better: ["Valent le détour", "Worth the drive"],
  gain: ["gagne {saved}", "saves {saved}"],
  fill: ["Sur {litres}\u00a0L, aller-retour compris", "On {litres}\u00a0L, there and back"],
  left: ["Cette station a quitté le relevé officiel", "This station has left the official feed"],
  leftText: [
    "Dernier relevé le {date} : ces prix n’ont plus cours.",
    "Last reported on {date}: these prices no longer apply.",
  ],
  favourite: ["Favori", "Favourite"],
});
