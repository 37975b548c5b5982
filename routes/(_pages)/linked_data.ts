/** Pages as search engines read them (schema.org): without it a price would be text like any other. @module */

import type { Crumb } from "../../components/Breadcrumbs.tsx";
import type { Station } from "../../lib/domain/wire.ts";
import { type Lang, toLocalPath } from "../../lib/shared/lang.ts";
import { toStationPath } from "../../lib/shared/page_paths.ts";
import { commonWords } from "../../lib/shared/words/mod.ts";

type Site = { origin: string; lang: Lang };

/** The way to a page. */
export function toBreadcrumbList(crumbs: readonly Crumb[], { origin, lang }: Site): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map(({ name, path }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: origin + toLocalPath(path, lang),
    })),
  };
}

/** A ranked list of stations. */
export function toItemList(entries: readonly { id: string; name: string }[], { origin, lang }: Site): object {
  return {
    "@type": "ItemList",
    itemListElement: entries.map(({ id, name }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      url: origin + toLocalPath(toStationPath(id), lang),
    })),
  };
}

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

function toHours({ opening_hours: week, automate_24_7: isAutomatic }: Station): object[] {
  const spec = (day: string | string[], opens: string, closes: string) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: day,
    opens,
    closes,
  });
  if (isAutomatic) return [spec(DAYS, "00:00", "23:59")];
  return (week ?? []).flatMap(({ day, slots }) =>
    slots.map(({ open, close }) => spec(DAYS[day - 1], open, open === close ? "23:59" : close))
  );
}

/** Fuels in stock whose price is in force, with price and instant; others are no offers. */
function toOffers(station: Station, { lang }: Site): object[] {
  const { fuels } = commonWords(lang);
  return station.prices.filter((offer) => offer.in_force).map(({ fuel, price, updated_at }) => ({
    "@type": "Offer",
    itemOffered: { "@type": "Product", name: fuels[fuel].long },
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

/** A station with its place, hours and offers. */
export function toGasStation(station: Station, { title, site }: { title: string; site: Site }): object {
  const { latitude, longitude, address, city, postal_code, brand } = station;
  const hours = toHours(station);
  return {
    "@type": "GasStation",
    "@id": site.origin + toStationPath(station.id),
    name: title,
    url: site.origin + toLocalPath(toStationPath(station.id), site.lang),
    ...(brand === null ? {} : { brand: { "@type": "Brand", name: brand } }),
    address: {
      "@type": "PostalAddress",
      ...(address === null ? {} : { streetAddress: address }),
      ...(city === null ? {} : { addressLocality: city }),
      ...(postal_code === null ? {} : { postalCode: postal_code }),
      addressCountry: "FR",
    },
    ...(latitude === null ? {} : { geo: { "@type": "GeoCoordinates", latitude, longitude } }),
    ...(hours.length === 0 ? {} : { openingHoursSpecification: hours }),
    ...(station.services.length === 0 ? {} : {
      amenityFeature: station.services.map((name) => ({ "@type": "LocationFeatureSpecification", name, value: true })),
    }),
    makesOffer: toOffers(station, site),
  };
}
