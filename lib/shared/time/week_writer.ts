/** Writes opening hours in the short form of the bulk file, which week_text.ts reads. @module */

type DayHours = { day: number; closed: boolean; slots: readonly { open: string; close: string }[] };

/**
 * Returns a week in short form: per day `-` if closed, `?` if open at unknown hours, otherwise
 * `0700-1230+1400-2100`. Days from Monday on are joined by `;`, and a day equal to the previous one
 * is empty. Empty if the week is unknown.
 */
export function toWeekText(hours: readonly DayHours[] | null): string {
  if (hours === null) return "";
  const days = [1, 2, 3, 4, 5, 6, 7].map((number) => {
    const day = hours.find((one) => one.day === number);
    if (!day) return "?";
    if (day.closed) return "-";
    const slots = day.slots.map(({ open, close }) => `${open}-${close}`.replaceAll(":", ""));
    return slots.join("+") || "?";
  });
  return days.map((day, index) => index > 0 && day === days[index - 1] ? "" : day).join(";");
}
