/** The words of a picture for link previews. @module */

/** The texts of a picture, in its language; equal texts are the same picture. */
export type SharePicture = {
  /** A station, a town, a department. */
  title: string;
  /** Where it is; may be empty. */
  place: string;
  /** The words before the price: "Gazole dès". */
  label: string;
  /** "1,799 €"; null without a valid price. */
  price: string | null;
  /** How the price compares, or why it is missing; may be empty. */
  detail: string;
  date: string;
};
