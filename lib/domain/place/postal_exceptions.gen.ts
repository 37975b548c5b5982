/** Postal codes whose digits give the wrong department. Generated: never edited. @module */
// Made once (tools/geo/README.md) from @etalab/decoupage-administratif 6.0.0 (INSEE and La Poste, Licence Ouverte 2.0).

/** Postal codes all of whose towns lie in another department. */
export const FOREIGN_POSTAL_CODES: Readonly<Record<string, string>> = {
  "94390": "91",
  "97133": "977",
  "97150": "978",
  "98799": "989",
};

/** Postal codes of two departments: the towns (by name key) that do not follow the digits. */
export const STRADDLING_TOWNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "01200": { eloise: "74" },
  "01410": { lajoux: "39" },
  "01590": { chancia: "39", lavanciaepercy: "39" },
  "05110": { claret: "04", curbans: "04" },
  "05130": { piegut: "04", venterol: "04" },
  "05160": { pontis: "04" },
  "05700": { villeboislespins: "26" },
  "06260": { larochette: "04", saintpierre: "04" },
  "13780": { riboux: "83" },
  "21340": { change: "71" },
  "33220": { fougueyrolles: "24", portsaintefoyetponchapt: "24" },
  "37160": { buxeuil: "86" },
  "42620": { saintpierrelaval: "03" },
  "43450": { leyvaux: "15" },
  "48250": { laveyrune: "07" },
  "52100": { sainteulien: "51", sapignicourt: "51" },
};
