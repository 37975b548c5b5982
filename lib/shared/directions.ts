/** Addresses that open a station in somebody's navigation. @module */

/** A navigation and the address that starts it. */
export type Direction = { name: string; href: string };

type Target = { lat: number; lng: number; label: string };

/**
 * The device's own app, then the common services. Coordinates lead; the label only names the pin.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const [own] = toDirections({ lat: 45.75, lng: 4.85, label: "Total, Lyon" }, "Appli");
 * equal(own.href, "geo:45.75,4.85?q=45.75,4.85(Total%2C%20Lyon)");
 * ```
 */
export function toDirections({ lat, lng, label }: Target, ownName: string): [own: Direction, ...others: Direction[]] {
  const at = `${lat},${lng}`;
  const name = encodeURIComponent(label).replace(/[()]/g, "");
  return [
    { name: ownName, href: `geo:${at}?q=${at}(${name})` },
    { name: "Google Maps", href: `https://www.google.com/maps/dir/?api=1&destination=${at}` },
    { name: "Apple Maps", href: `https://maps.apple.com/?daddr=${at}&q=${name}` },
    { name: "Waze", href: `https://waze.com/ul?ll=${at}&navigate=yes` },
    { name: "OpenStreetMap", href: `https://www.openstreetmap.org/directions?to=${at}` },
  ];
}
