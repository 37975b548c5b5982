/** Names of the columns of tables in French. @module */

import { FUELS } from "../shared/fuels.ts";

/** By the name of the field; each column of every table has one. */
const NAMES: Readonly<Record<string, string>> = {
  address: "adresse",
  area: "zone",
  automate_24_7: "automate 24 h/24",
  avgPrice: "prix moyen",
  avgPrice1d: "prix moyen du jour",
  avgPrice3d: "prix moyen sur 3 jours",
  avgPrice7d: "prix moyen sur 7 jours",
  brand: "enseigne",
  change7d: "évolution sur 7 jours",
  city: "ville",
  closed_kind: "type de fermeture",
  closed_since: "fermée depuis",
  code: "code",
  cost: "coût du plein",
  department: "département",
  detour: "type de détour",
  detour_km: "détour (km)",
  distance_km: "distance (km)",
  fuel: "carburant",
  fuelType: "carburant",
  generated_at: "données du",
  id: "id",
  in_force: "en vigueur",
  km_along: "km sur le trajet",
  km_off: "km à l’écart",
  last_seen_at: "vue le",
  last_price: "dernier prix",
  last_price_at: "dernier prix déclaré le",
  latitude: "latitude",
  longitude: "longitude",
  max: "station la plus chère",
  maxPrice: "prix maximal",
  maxPrice1d: "prix maximal du jour",
  membersOnly: "réservée aux membres",
  min: "station la moins chère",
  minPrice: "prix minimal",
  minPrice1d: "prix minimal du jour",
  motorway: "autoroute",
  name: "nom",
  net_price: "prix net",
  net_saving: "économie",
  open: "ouverte",
  out: "stations en rupture",
  out_of_stock_since: "en rupture depuis",
  partial: "partiel",
  plan_cost: "coût de l’arrêt",
  plan_feasible: "plan possible",
  plan_litres: "litres à prendre",
  plan_stop: "arrêt",
  postal_code: "code postal",
  price: "prix",
  recordedAt: "jour",
  region: "région",
  scope: "type de zone",
  share: "part en rupture",
  side: "côté",
  stationCount: "stations",
  suspect: "suspect",
  trend7d: "tendance sur 7 jours",
  updated_at: "déclaré le",
  usualShare: "part habituelle",
};

const OF_FUEL = new RegExp(`^(${FUELS.join("|")})_`);

/** The French name of a column, `prix (gazole)` for `gazole_price`; undefined if it has none. */
export function toFrenchColumn(column: string): string | undefined {
  const [start = "", fuel] = OF_FUEL.exec(column) ?? [];
  const name = NAMES[column.slice(start.length)];
  return fuel === undefined ? name : name && `${name} (${fuel})`;
}
