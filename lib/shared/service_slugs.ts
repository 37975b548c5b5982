/** The codes of services in URLs, without their labels, which only some pages load. @module */

/** All slugs, in the order of the feed's list. */
export const SERVICES = [
  "camping-car",
  "automate",
  "bar",
  "recharge",
  "alimentation",
  "boutique",
  "additive",
  "dab",
  "douches",
  "bebe",
  "gnv",
  "laverie",
  "lavage-auto",
  "lavage",
  "location",
  "poids-lourds",
  "colis",
  "restaurant",
  "a-emporter",
  "reparation",
  "gonflage",
  "toilettes",
  "additifs",
  "fioul",
  "gaz",
  "petrole",
  "wifi",
] as const;

/** A service by its code in URLs. */
export type ServiceSlug = (typeof SERVICES)[number];

/** Returns whether a text is the slug of a service. */
export function isService(text: string): text is ServiceSlug {
  return (SERVICES as readonly string[]).includes(text);
}
