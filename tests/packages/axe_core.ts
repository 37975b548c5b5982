/** Finds what assistive technology cannot read. @module */

export { default } from "npm:axe-core@4.14.1";
