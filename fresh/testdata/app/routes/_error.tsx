/** Error page of the fixture. @module */
import { HttpError, type PageProps } from "fresh";

export default function ErrorPage({ error }: PageProps) {
  return <p id="error">{error instanceof HttpError ? `${error.status} ${error.message}` : "failed"}</p>;
}
