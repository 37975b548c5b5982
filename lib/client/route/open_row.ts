/** Shows a station in the list of the route page. @module */

/** Scrolls to the row of a station and focuses it. Unfolds the other stations if it is there. */
export async function openRow(id: string): Promise<void> {
  const links = () => Array.from(document.querySelectorAll<HTMLElement>(`[data-row="${id}"] a`));
  const find = () => links().find((link) => link.checkVisibility());
  const others = document.querySelector<HTMLDetailsElement>(".route-others");
  if (!find() && others) {
    // The rows are rendered after the toggle event.
    const { promise, resolve } = Promise.withResolvers<unknown>();
    others.addEventListener("toggle", () => setTimeout(resolve), { once: true });
    others.open = true;
    await promise;
  }
  const link = find();
  link?.scrollIntoView({ block: "center" });
  link?.focus({ preventScroll: true });
}
