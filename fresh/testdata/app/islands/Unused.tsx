/** Island that no page shows: its code must never be loaded. @module */

export default function Unused() {
  return <p>unused-island-code</p>;
}
