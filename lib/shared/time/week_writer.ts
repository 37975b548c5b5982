/** Writes opening hours in the short form of the bulk file, which week_text.ts reads. @module */

type DayHours = { day: number; closed: boolean; slots: readonly { open: string; close: string }[] };

/**
 * A week in short: per day `-` closed, `?` open at unknown hours, else `0700-1230+1400-2100`; days
 * joined by `;` from Monday on, and a day like the one before left empty. Empty: unknown.
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
