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
/** The largest radius of an address, km: the whole country. */
export const MAX_RADIUS_KM = 700;

/** ID of the map page's form. Most of its fields are outside the form element. */
export const FORM = "explorer";

/** The state of a map page. */
export type View = Switches & {
  readonly fuel: Fuel;
  /**
   * The place of the view or null. It is the INSEE code of a commune, or the code of a department
   * (`D69`) or region (`R84`).
   */
  readonly place: string | null;
  /** Text of the search field that must be looked up, or that names `at`; otherwise empty. */
  readonly q: string;
  /** Centre of the view in thousandths of a degree. Null: the place is the centre. */
  readonly at: Point | null;
  /**
   * The point from which distances are measured after a move of the map without a chosen place, or
   * null.
   */
  readonly from: Point | null;
  /** Km from the centre to the nearer border of the view. Null: the page chooses. */
  readonly radiusKm: number | null;
  readonly sort: Sort;
  readonly brands: readonly string[];
  /** Whether the brands are left out instead of shown. */
  readonly brandsOut: boolean;
  readonly services: readonly ServiceSlug[];
  /** ID of the station whose sheet is open, or null. */
  readonly station: string | null;
};

/** The filters of an unfiltered view, except the fuel. */
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

/** A parsed view, and the names of invalid parameters. */
type ReadView = { view: View; ignored: string[] };

const NUMBER = /^-?\d{1,3}(?:\.\d{1,10})?$/;

/** Parses a point such as `45.764,4.836`. Returns undefined if the text is invalid. */
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

/** Returns the parameter for the brands of a view. Shown brands use the API's name. */
function toBrandParam({ brands, brandsOut }: View): [string, string | null] {
  const shown = brands.length === 1 ? "brand" : "brands";
  const text = brands.map(encodeURIComponent).join(",");
  return [brandsOut ? "without" : shown, text === "" ? null : text];
}

/** Parameters that are either one list or several fields. */
const LISTS = new Set(["services", "brands", "without"]);

type Reader = (text: string) => Partial<View> | undefined;

/** Parses each parameter. Returns undefined for an invalid value. */
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
 * Parses the view of a query. Never throws: skips invalid parameters and returns their names. Empty
 * fields count as absent.
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
 * Parses the view of a form. The form sends its place and centre with the text that named them
 * (`of`). If the visitor has changed the text, the new text counts.
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

/**
 * Returns the query of a view, always in the same order and without usual values; empty for the
 * empty view.
 */
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
 * Returns whether a view has a location. Without a place, a centre or a text the page shows the
 * whole country.
 */
export function hasLocation(view: View): boolean {
  return view.place !== null || view.at !== null || view.q !== "";
}

/** Returns the number of filters that a view sets, except the fuel. */
export function countFilters(view: View): number {
  return Math.min(1, view.brands.length) + findSet(view).length + view.services.length;
}

/** The location of a view. */
export type ViewLocation = Point & {
  /**
   * The point from which distances are measured: the place, otherwise the chosen point, otherwise
   * the centre.
   */
  readonly from: Point;
  readonly place: PlaceRef | null;
  readonly others: readonly PlaceRef[];
};

/**
 * A visitor's choice in the search field: a place or an address. The visitor's position has an
 * empty label.
 */
export type Choice = PlaceRef | (Point & { readonly label: string });

/** Returns the view after a choice. Keeps fuel, order and filters, and resets the rest. */
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
 * Addresses of our files: larger communes, other communes, outlines of departments, countries with
 * rivers, names of towns.
 */
export type GeoFiles = {
  readonly [name in "towns" | "villages" | "departments" | "context" | "labels"]: string;
};
