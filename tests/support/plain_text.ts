/** Reads the text of pages. @module */

/** Returns the text of a page without markup, scripts and styles. */
export function toPlainText(html: string): string {
  const withoutCode = html.replace(/<(script|style)[\s\S]*?<\/\1>/g, "");
  return withoutCode.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}
