/** `/stations/{id}`, in both languages: one station with all its data. @module */

import type { PageProps } from "fresh";
import { StationPage } from "../../components/station/StationPage.tsx";
import PaidAtStation from "../../islands/PaidAtStation.tsx";
import {
  DirectionsButton,
  FavouriteButton,
  OtherDirections,
  StationAlert,
} from "../../islands/StationActions.tsx";
import { pageRoute } from "../../lib/http/page_request.ts";
import { toTarget } from "../../components/map_links.ts";
import { commonWords } from "../../lib/words/mod.ts";
import type { ShownStation } from "../../lib/site/favourites.ts";
import { loadStation, type StationPageData } from "../../lib/pages/station/load.ts";

export const config = { routeOverride: "{/en}?/stations/:id" };

export const handler = pageRoute((backend, request, { params }) =>
  loadStation(backend, request, params.id ?? "")
);

function toShown(station: ShownStation): ShownStation {
  const { id, brand, address, city, latitude, longitude, prices, out_of_stock, last_seen_at } =
    station;
  return { id, brand, address, city, latitude, longitude, prices, out_of_stock, last_seen_at };
}

export default function Station({ data, url }: PageProps<StationPageData>) {
  const { title, words, overview: { station, fuel, verdict } } = data;
  const target = toTarget(station, title);
  const { lang } = data.request;
  const common = commonWords[lang];
  const to = target && { target, words: { directions: common.directions } };
  const favourite = { id: station.id, title, town: station.city };
  return (
    <StationPage
      data={data}
      url={url}
      actions={
        <>
          {to && <DirectionsButton {...to} />}
          <FavouriteButton
            station={favourite}
            current={toShown(station)}
            shown={{ fuel, verdict }}
            label={words.favourite}
          />
          <StationAlert
            fuel={fuel}
            lang={lang}
            station={favourite}
            offers={station.prices}
            common={{ alert: common.alert, fuels: common.fuels }}
          />
        </>
      }
      own={
        <PaidAtStation
          station={{ brand: station.brand, prices: station.prices }}
          words={{ fuels: common.fuels, price: common.price, own: words.own }}
          fuel={fuel}
          lang={lang}
        />
      }
      directions={to && <OtherDirections {...to} />}
    />
  );
}
