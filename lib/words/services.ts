/** The services that the State's feed lists, with their English names. @module */

import type { Lang } from "./lang.ts";
import { SERVICES, type ServiceSlug } from "../shared/service_slugs.ts";

/** Label exactly as the feed has it, and its English name. */
const LABELS: Readonly<Record<ServiceSlug, readonly [french: string, english: string]>> = {
  "camping-car": ["Aire de camping-cars", "Motorhome area"],
  "automate": ["Automate CB 24/24", "Card terminal 24/7"],
  "bar": ["Bar", "Bar"],
  "recharge": ["Bornes électriques", "EV charging"],
  "alimentation": ["Boutique alimentaire", "Food shop"],
  "boutique": ["Boutique non alimentaire", "Shop"],
  "additive": ["Carburant additivé", "Fuel with additives"],
  "dab": ["DAB (Distributeur automatique de billets)", "Cash machine"],
  "douches": ["Douches", "Showers"],
  "bebe": ["Espace bébé", "Baby room"],
  "gnv": ["GNV", "CNG"],
  "laverie": ["Laverie", "Laundry"],
  "lavage-auto": ["Lavage automatique", "Automatic car wash"],
  "lavage": ["Lavage manuel", "Manual car wash"],
  "location": ["Location de véhicule", "Vehicle hire"],
  "poids-lourds": ["Piste poids lourds", "Lorry lane"],
  "colis": ["Relais colis", "Parcel point"],
  "restaurant": ["Restauration sur place", "Restaurant"],
  "a-emporter": ["Restauration à emporter", "Takeaway food"],
  "reparation": ["Services réparation / entretien", "Repairs and service"],
  "gonflage": ["Station de gonflage", "Tyre inflation"],
  "toilettes": ["Toilettes publiques", "Public toilets"],
  "additifs": ["Vente d'additifs carburants", "Fuel additives sold"],
  "fioul": ["Vente de fioul domestique", "Heating oil sold"],
  "gaz": ["Vente de gaz domestique (Butane, Propane)", "Bottled gas sold"],
  "petrole": ["Vente de pétrole lampant", "Paraffin sold"],
  "wifi": ["Wifi", "Wi-Fi"],
};

const byLabel = new Map<string, string>(Object.values(LABELS));
const codes = new Map(SERVICES.map((slug) => [LABELS[slug][0], slug]));

/** The feed's label of a service. */
export function toServiceLabel(slug: ServiceSlug): string {
  return LABELS[slug][0];
}

/** The service that has a label of the feed; null if none has it. */
export function toServiceCode(label: string): ServiceSlug | null {
  return codes.get(label) ?? null;
}

/**
 * A service's name for readers, from the feed's label; a label that is not in the list comes back
 * as it is.
 *
 * @example
 * ```ts
 * import { equal } from "../../tests/support/assert.ts";
 * equal(nameService("Automate CB 24/24", "fr"), "Automate CB 24 h/24");
 * equal(nameService("Toilettes publiques", "en"), "Public toilets");
 * equal(nameService("Piscine", "en"), "Piscine");
 * ```
 */
export function nameService(label: string, lang: Lang): string {
  return (lang === "en"
    ? byLabel.get(label)
    : label.replace(/ \([^(]*\)$/, "").replace("24/24", "24 h/24")) ?? label;
}
