/**
 * The on/off filters of the map with their names in addresses, forms and the API, and the orders of
 * its list.
 *
 * @module
 */

/** The bits of a station in the bulk file. */
export const FLAGS = { motorway: 1, automate247: 2 } as const;

/**
 * A filter: its usual value, the parameter that sets the other value in an address or a form, and
 * the parameter of the API. With a flag, the filter requires it; if the filter is usually on, it
 * rejects it.
 */
type Switch = {
  usual: boolean;
  address: readonly [name: string, value: string];
  api: object;
  flag?: number;
};

/** All filters by their name in a view, in the order of addresses. */
export const SWITCHES = {
  motorway: {
    usual: true,
    address: ["motorway", "exclude"],
    api: { motorway: "exclude" },
    flag: FLAGS.motorway,
  },
  openNow: { usual: false, address: ["open", "1"], api: { open_now: true } },
  h24: {
    usual: false,
    address: ["h24", "1"],
    api: { automate_24_7: true },
    flag: FLAGS.automate247,
  },
} as const satisfies Record<string, Switch>;

/** A filter that is on or off. */
export type SwitchName = keyof typeof SWITCHES;

/** The values of the filters in a view. */
export type Switches = { readonly [name in SwitchName]: boolean };

/** The names of all filters. */
export const SWITCH_NAMES = Object.keys(SWITCHES) as SwitchName[];

/** The usual values of all filters. */
export const USUAL_SWITCHES = Object.fromEntries(
  SWITCH_NAMES.map((name) => [name, SWITCHES[name].usual]),
) as Switches;

/** Returns the filters that a view sets. */
export function findSet(view: Switches): SwitchName[] {
  return SWITCH_NAMES.filter((name) => view[name] !== SWITCHES[name].usual);
}

/** Returns the flags that a station must have, and those that it must not have, to be in a view. */
export function toFlagBits(view: Switches): { required: number; refused: number } {
  const bits = { required: 0, refused: 0 };
  for (const name of findSet(view)) {
    const { usual, flag = 0 }: Switch = SWITCHES[name];
    bits[usual ? "refused" : "required"] |= flag;
  }
  return bits;
}

/** Orders of the list. */
export const SORTS = ["price", "distance", "fresh", "cost"] as const;
/** One order of the list. */
export type Sort = (typeof SORTS)[number];

type Placed = { readonly place: string | null };

/** Returns whether a view's place is a department or region. */
export function isOfTerritory({ place }: Placed): boolean {
  return /^[DR]/.test(place ?? "");
}

/**
 * Returns the possible orders of a list. A territory has none by distance or detour, which need a
 * point.
 */
export function sortsOf(view: Placed): readonly Sort[] {
  return isOfTerritory(view) ? ["price", "fresh"] : SORTS;
}

/** Returns a view with a possible order; by default the order by price. */
export function settleSort<V extends Placed & { readonly sort: Sort }>(view: V): V {
  return sortsOf(view).includes(view.sort) ? view : { ...view, sort: "price" };
}
