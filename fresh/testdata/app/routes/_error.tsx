/** Error page of the fixture. @module */
import { HttpError } from "fresh";
import { define } from "../state.ts";

export default define.page(({ error }) => (
  <p id="error">{error instanceof HttpError ? `${error.status} ${error.message}` : "failed"}</p>
));
