/**
 * The view of the map page: reads it from its address and writes it back, so that links and Back
 * preserve it.
 *
 * @module
 */

import { type PlaceRef, type Point, roundPoint } from "../../places/point.ts";
import {
  findSet,
  settleSort,
  type Sort,
  SORTS,
  SWITCH_NAMES,
  SWITCHES,
  type Switches,
  USUAL_SWITCHES,
} from "./filters.ts";
import { DEFAULT_FUEL, type Fuel, isFuel } from "../../shared/fuels.ts";
import { isService, type ServiceSlug } from "../../shared/service_slugs.ts";

/** Radii that forms offer, km. */
export const RADII = [2, 5, 10, 20, 50] as const;
/** Widest view of an address, km: the whole country. */
export const MAX_RADIUS_KM = 700;

/** Id of the form of a map page; most of its fields lie outside of it. */
export const FORM = "explorer";

/** The state of a map page. */
export type View = Switches & {
  readonly fuel: Fuel;
  /**
   * The place that the view is of, or null: INSEE code of a commune, or that of a department
   * (`D69`) or region (`R84`).
   */
  readonly place: string | null;
  /**
   * Text typed into the search field that still has to be looked up, or names `at`; empty when
   * there is none.
   */
  readonly q: string;
  /** Centre of the view, or null: then it is the place. Thousandths of a degree. */
  readonly at: Point | null;
  /**
   * Where distances are measured from when the view was moved away from there and no place was
   * chosen, or null.
   */
  readonly from: Point | null;
  /** Km from the centre to the nearer border of the view; null lets the page choose. */
  readonly radiusKm: number | null;
  readonly sort: Sort;
  readonly brands: readonly string[];
  /** Whether the brands are those to leave out, not those to show. */
  readonly brandsOut: boolean;
  readonly services: readonly ServiceSlug[];
  /** Id of the station whose sheet is open, or null. */
  readonly station: string | null;
};

/** The filters of a view that has none set, the fuel not counted. */
export const NO_FILTERS = {
  ...USUAL_SWITCHES,
  brands: [],
  brandsOut: false,
  services: [],
} as const;

/** The view of an address without a query. */
export const EMPTY_VIEW: View = {
  ...NO_FILTERS,
  fuel: DEFAULT_FUEL,
  place: null,
  q: "",
  at: null,
  from: null,
  radiusKm: null,
  sort: "price",
  station: null,
};

/** A view as read, and the names of parameters that made no sense. */
type ReadView = { view: View; ignored: string[] };

const NUMBER = /^-?\d{1,3}(?:\.\d{1,10})?$/;

/** The point that a text names, such as `45.764,4.836`; undefined when it names none. */
export function toPoint(text: string): View["at"] | undefined {
  const [first = "", second = "", ...others] = text.split(",");
  if (others.length > 0 || !NUMBER.test(first) || !NUMBER.test(second)) return undefined;
  const lat = Number(first);
  const lng = Number(second);
  return Math.abs(lat) <= 85 && Math.abs(lng) <= 180 ? roundPoint({ lat, lng }) : undefined;
}

function toRadius(text: string): number | undefined {
  const km = NUMBER.test(text) ? Number(text) : NaN;
  return km >= 0.1 && km <= MAX_RADIUS_KM ? Math.round(km * 10) / 10 : undefined;
}

function toServices(text: string): ServiceSlug[] | undefined {
  const slugs = text.split(",").filter(isService);
  return slugs.length > 0 ? [...new Set(slugs)].sort() : undefined;
}

function toText(text: string, max: number): string | undefined {
  const tidy = text.replace(/\s+/g, " ").trim();
  return tidy !== "" && tidy.length <= max ? tidy : undefined;
}

const MAX_BRANDS = 20;

function toBrands(text: string, brandsOut: boolean): Partial<View> | undefined {
  const brands = text.split(",").flatMap((part) => toText(part, 80) ?? []);
  return brands.length > 0
    ? { brands: [...new Set(brands)].sort().slice(0, MAX_BRANDS), brandsOut }
    : undefined;
}

/** The parameter that says which brands a view means: one that is shown goes by the API's name. */
function toBrandParam({ brands, brandsOut }: View): [string, string | null] {
  const text = brands.map(encodeURIComponent).join(",");
  return [
    brandsOut ? "without" : brands.length === 1 ? "brand" : "brands",
    text === "" ? null : text,
  ];
}

/** Parameters that may come as one list or as several fields. */
const LISTS = new Set(["services", "brands", "without"]);

type Reader = (text: string) => Partial<View> | undefined;

/** How each parameter is read: undefined means that it makes no sense. */
const READERS: { [name: string]: Reader } = {
  fuel: (text) => isFuel(text) ? { fuel: text } : undefined,
  place: (text) =>
    /^(\d{5}|2[AB]\d{3}|D(\d{2,3}|2[AB])|R\d{2})$/i.test(text)
      ? { place: text.toUpperCase() }
      : undefined,
  q: (text) => optional("q", toText(text, 120)),
  at: (text) => optional("at", toPoint(text)),
  from: (text) => optional("from", toPoint(text)),
  radius: (text) => optional("radiusKm", toRadius(text)),
  sort: (text) => optional("sort", SORTS.find((sort) => sort === text)),
  brand: (text) => toBrands(text.replaceAll(",", " "), false),
  brands: (text) => toBrands(text, false),
  without: (text) => toBrands(text, true),
  ...Object.fromEntries(SWITCH_NAMES.map((name): [string, Reader] => {
    const { usual, address: [parameter, set] } = SWITCHES[name];
    return [parameter, (text) => text === set ? { [name]: !usual } : undefined];
  })),
  services: (text) => optional("services", toServices(text)),
  station: (text) => /^[1-9]\d{0,8}$/.test(text) ? { station: text } : undefined,
};

function optional<K extends keyof View>(
  key: K,
  value: View[K] | undefined,
): Partial<View> | undefined {
  return value === undefined ? undefined : { [key]: value } as unknown as Partial<View>;
}

/**
 * The view of a query. Never throws: what makes no sense is left out and named; empty fields count
 * as absent.
 */
export function readView(query: URLSearchParams): ReadView {
  let view = EMPTY_VIEW;
  const ignored: string[] = [];
  for (const [name, read] of Object.entries(READERS)) {
    const text = LISTS.has(name) ? query.getAll(name).join(",") : query.get(name) ?? "";
    if (text === "") continue;
    const part = read(text);
    if (part) view = { ...view, ...part };
    else if (text.trim() !== "") ignored.push(name);
  }
  const settled = settleSort(view);
  return { view: settled, ignored: settled === view ? ignored : [...ignored, "sort"] };
}

/**
 * The view of a form that sends place and centre with the text that named them (`of`): another text
 * counts instead.
 */
export function readFormView(query: URLSearchParams): ReadView {
  const { view, ignored } = readView(query);
  return { view: settleText(view, query.get("of")), ignored };
}

function settleText(view: View, of: string | null): View {
  if (of === null) return view;
  if (view.q !== of) {
    return view.q === "" ? view : { ...view, place: null, at: null, from: null, radiusKm: null };
  }
  return view.place === null ? view : { ...view, q: "" };
}

/** The query of a view, always in one order and without what is usual; empty for the empty view. */
export function toQuery(view: View): string {
  const params: (readonly [string, string | null])[] = [
    ["fuel", view.fuel === DEFAULT_FUEL ? null : view.fuel],
    ["place", view.place],
    ["q", view.q === "" ? null : encodeURIComponent(view.q)],
    ["at", view.at && `${view.at.lat},${view.at.lng}`],
    ["from", view.from && `${view.from.lat},${view.from.lng}`],
    ["radius", view.radiusKm === null ? null : String(view.radiusKm)],
    ["sort", view.sort === "price" ? null : view.sort],
    toBrandParam(view),
    ...findSet(view).map((name) => SWITCHES[name].address),
    ["services", view.services.length > 0 ? view.services.join(",") : null],
    ["station", view.station],
  ];
  return params.filter(([, value]) => value !== null).map(([name, value]) => `${name}=${value}`)
    .join("&");
}

/**
 * Whether a view says where: without a place, a centre or a text the page shows the whole country.
 */
export function hasLocation(view: View): boolean {
  return view.place !== null || view.at !== null || view.q !== "";
}

/** How many filters of a view are set, the fuel not counted. */
export function countFilters(view: View): number {
  return Math.min(1, view.brands.length) + findSet(view).length + view.services.length;
}

/** Where a view is. */
export type ViewLocation = Point & {
  /**
   * Where distances are measured from: the place, else the point that was chosen, else the centre.
   */
  readonly from: Point;
  readonly place: PlaceRef | null;
  readonly others: readonly PlaceRef[];
};

/**
 * A visitor's choice in the search field: a place, or an address, whose label is empty for the
 * visitor's position.
 */
export type Choice = PlaceRef | (Point & { readonly label: string });

/** The view of a choice: fuel, order and filters stay, the rest is as in a new view. */
export function moveTo(view: View, choice: Choice): View {
  const fresh = {
    ...view,
    place: null,
    q: "",
    at: null,
    from: null,
    radiusKm: null,
    station: null,
  };
  if ("code" in choice) return settleSort({ ...fresh, place: choice.code });
  return { ...fresh, at: roundPoint(choice), q: choice.label };
}

/**
 * Addresses of our files: larger communes, the others, outlines of departments, countries with
 * rivers, names of towns.
 */
export type GeoFiles = {
  readonly [name in "towns" | "villages" | "departments" | "context" | "labels"]: string;
};
