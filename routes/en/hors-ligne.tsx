/** The offline page in English: the same page, which tells its language by its address. @module */

export { default, handler } from "../hors-ligne.tsx";
