/** Marks the station on a map whose row has the pointer or the focus. @module */

/**
 * Returns the handlers of a list whose rows name their station in `data-row`. `onHover` gets null
 * when the pointer leaves the rows.
 */
export function toRowHandlers(onHover: (id: string | null) => void) {
  const enter = ({ target }: Event) =>
    onHover((target as Element).closest<HTMLElement>("[data-row]")?.dataset.row ?? null);
  const leave = () => onHover(null);
  return { onPointerOver: enter, onPointerLeave: leave, onFocusIn: enter, onFocusOut: leave };
}
