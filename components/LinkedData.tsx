/** Linked data (schema.org) of a page. @module */

/** JSON that can end neither the script element nor a comment in it. */
function toSafeJson(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** One object of linked data. Text inside a script element is not unescaped by browsers, so the JSON goes in as it is. */
export function LinkedData({ data }: { data: object }) {
  const __html = toSafeJson({ "@context": "https://schema.org", ...data });
  // deno-lint-ignore react-no-danger -- our own JSON, with every "<" escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />;
}
