/** Marks on a map the station whose row the pointer or the focus is on. @module */

/**
 * Handlers of a list whose rows name their station in `data-row`; `onHover` gets null when none is
 * pointed at.
 */
export function toRowHandlers(onHover: (id: string | null) => void) {
  const enter = ({ target }: Event) =>
    onHover((target as Element).closest<HTMLElement>("[data-row]")?.dataset.row ?? null);
  const leave = () => onHover(null);
  return { onPointerOver: enter, onPointerLeave: leave, onFocusIn: enter, onFocusOut: leave };
}
