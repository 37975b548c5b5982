import { deepEqual, equal } from "../../../tests/support/assert.ts";
import fc from "../../../tests/packages/fast_check.ts";
import { FUELS } from "../../shared/fuels.ts";
import { SERVICES } from "../../shared/service_slugs.ts";
import {
  EMPTY_VIEW,
  MAX_RADIUS_KM,
  readFormView,
  readView,
  toQuery,
  type View,
} from "./url_state.ts";
import { SORTS } from "./filters.ts";

const thousandths = (max: number) =>
  fc.integer({ min: -max * 1000, max: max * 1000 }).map((number) => number / 1000);
const text = fc.string({ minLength: 1, maxLength: 80, unit: "grapheme" })
  .map((raw) => raw.replace(/\s+/g, " ").trim())
  .filter((tidy) => tidy !== "" && tidy.length <= 80);

const view: fc.Arbitrary<View> = fc.record({
  fuel: fc.constantFrom(...FUELS),
  place: fc.option(fc.constantFrom("69123", "2A004", "75056")),
  q: fc.oneof(fc.constant(""), text),
  at: fc.option(fc.record({ lat: thousandths(85), lng: thousandths(180) })),
  from: fc.option(fc.record({ lat: thousandths(85), lng: thousandths(180) })),
  radiusKm: fc.option(fc.integer({ min: 1, max: MAX_RADIUS_KM * 10 }).map((tenths) => tenths / 10)),
  sort: fc.constantFrom(...SORTS),
  brands: fc.uniqueArray(text.filter((brand) => !brand.includes(",")), { maxLength: 5 }).map((
    all,
  ) => all.sort()),
  brandsOut: fc.constant(false),
  motorway: fc.boolean(),
  openNow: fc.boolean(),
  h24: fc.boolean(),
  services: fc.uniqueArray(fc.constantFrom(...SERVICES)).map((slugs) => slugs.sort()),
  station: fc.option(fc.integer({ min: 1, max: 999_999_999 }).map(String)),
});

Deno.test("readView() returns the view from which toQuery() made the address", () => {
  fc.assert(fc.property(view, (original) => {
    const { view: read, ignored } = readView(new URLSearchParams(toQuery(original)));
    deepEqual(ignored, []);
    const plain = (point: View["at"]) => point && { lat: point.lat + 0, lng: point.lng + 0 };
    deepEqual(read, { ...original, at: plain(original.at), from: plain(original.from) });
  }));
});

Deno.test("readView() never throws, and a partly understood address is stable after one round", () => {
  const names =
    "fuel,place,q,at,from,radius,sort,brand,brands,without,motorway,open,services,station,of,x"
      .split(",");
  const pairs = fc.array(
    fc.tuple(fc.constantFrom(...names), fc.string({ maxLength: 150, unit: "binary" })),
  );
  fc.assert(fc.property(pairs, (query) => {
    const { view: read } = readView(new URLSearchParams(query));
    deepEqual(readView(new URLSearchParams(toQuery(read))), { view: read, ignored: [] });
  }));
});

Deno.test("readView() reads brands to show and brands to leave out, as a list or as fields", () => {
  const read = (query: string) => {
    const { brands, brandsOut } = readView(new URLSearchParams(query)).view;
    return { brands, brandsOut };
  };
  deepEqual(read("brand=Avia"), { brands: ["Avia"], brandsOut: false });
  deepEqual(read("brands=Esso,Avia,"), { brands: ["Avia", "Esso"], brandsOut: false });
  deepEqual(read("without=Esso&without=Avia"), { brands: ["Avia", "Esso"], brandsOut: true });
  equal(toQuery({ ...EMPTY_VIEW, brands: ["Avia", "Esso"], brandsOut: true }), "without=Avia,Esso");
  equal(toQuery(EMPTY_VIEW), "");
  equal(toQuery({ ...EMPTY_VIEW, brands: ["Avia"] }), "brand=Avia");
});

Deno.test("readFormView() drops the form's place if the submitted text differs from its name", () => {
  const read = (query: string) => readFormView(new URLSearchParams(query)).view;
  equal(read("place=69123&of=Lyon&q=Lyon").place, "69123");
  equal(read("place=69123&of=Lyon&q=Lyon").q, "");
  equal(read("place=69123&at=45.7,4.8&of=Lyon&q=Nantes").place, null);
  equal(read("place=69123&at=45.7,4.8&of=Lyon&q=Nantes").at, null);
  equal(read("at=45.7,4.8&of=1 rue X&q=1 rue X").at?.lat, 45.7);
});
