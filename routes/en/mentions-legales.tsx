/** The legal notice in English: the same page, which tells its language by its address. @module */

export { default, handler } from "../mentions-legales.tsx";
