/** Island that no page uses, so that its code is never loaded. @module */

export default function Unused() {
  return <p>unused-island-code</p>;
}
