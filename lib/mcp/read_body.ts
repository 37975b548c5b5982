/** Reads a request body up to a bound. @module */

/** The most bytes that a request may have: a thousand times what a call needs. */
export const BODY_MAX = 256 * 1024;

/** The text of a body; null when it is over {@link BODY_MAX} bytes, whatever Content-Length says. Throws a TypeError unless it is UTF-8. */
export async function readBody(req: Request): Promise<string | null> {
  const length = req.headers.get("content-length");
  if (length !== null && Number(length) > BODY_MAX) {
    await req.body?.cancel();
    return null;
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  // the server holds a body to the length it declared, and reading it whole costs half
  if (length !== null) return decoder.decode(await req.bytes());
  if (!req.body) return "";
  let bytes = 0;
  let text = "";
  // leaving the loop cancels the rest of the body
  for await (const chunk of req.body) {
    bytes += chunk.byteLength;
    if (bytes > BODY_MAX) return null;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
