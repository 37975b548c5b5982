/** Says who publishes the data and how they may be reused. @module */

/** Who must be named when an answer is reused. */
export const ATTRIBUTION =
  "Prix des carburants en France (Ministère de l'Économie), © les contributeurs d'OpenStreetMap";

/** Licence of the data. */
export const DATA_LICENSE = "ODbL-1.0";

/** The text of the licence. */
export const LICENSE_URL = "https://opendatacommons.org/licenses/odbl/1-0/";
