/** The publishers of the data and the terms of reuse. @module */

/** The names to credit when a response is reused. */
export const ATTRIBUTION =
  "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap";

/** Licence of the data. */
export const DATA_LICENSE = "ODbL-1.0";

/** The text of the licence. */
export const LICENSE_URL = "https://opendatacommons.org/licenses/odbl/1-0/";
