/** Makes log lines that a person reads, and shows what is in progress in the last line of a terminal. @module */

type Fields = Record<string, unknown>;

const MARKS: Record<string, string> = { warn: "warning: ", error: "error: " };

/** The text without characters that a terminal would obey or reorder by. */
export function toPrintable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}

/** Lines that are safe for a terminal, wherever their words come from. */
export function toPrintableLines(text: string): string {
  return text.split("\n").map(toPrintable).join("\n");
}

/** `message: reason (name value, …)`; objects and lists are left to JSON. */
function describe(message: string, { reason, error, ...rest }: Fields): string {
  const why = reason ?? (error instanceof Error ? error.message : error);
  const values = Object.entries(rest).filter(([, value]) => /string|number|boolean/.test(typeof value));
  const details = values.map(([name, value]) => `${name} ${value}`).join(", ");
  return `${message}${why ? `: ${why}` : ""}${details && ` (${details})`}`;
}

/** A line such as `12:04:05  Feed loaded: 9 780 stations`, in local time; an error's stack follows in lines of its own. */
export function toTextLine(
  { at, level, message, fields }: { at: Date; level: string; message: string; fields: Fields },
): string {
  const text = typeof fields.summary === "string" ? fields.summary : describe(message, fields);
  const stack = level === "error" && fields.error instanceof Error ? fields.error.stack ?? "" : "";
  const calls = stack.split("\n").filter((line) => /^\s+at /.test(line));
  const head = `${at.toTimeString().slice(0, 8)}  ${MARKS[level] ?? ""}${text}`;
  return [head, ...calls].map(toPrintable).join("\n");
}

const encoder = new TextEncoder();
const DRAW_MS = 1000;

/** Rewrites the terminal's last line; empty for the next line of the log. */
export function writeStatus(text = ""): void {
  Deno.stdout.writeSync(encoder.encode(`\r\x1b[K${text}`));
}

/** Shows `what` in the terminal's last line, each second from the first on until it ends. */
export async function showWhile<T>(what: string, work: (show: (detail: string) => void) => Promise<T>): Promise<T> {
  const beganMs = performance.now();
  let detail = "";
  const toDetail = () => detail || `${Math.round((performance.now() - beganMs) / 1000)} s`;
  const timer = setInterval(() => writeStatus(`${what} … ${toDetail()}`), DRAW_MS);
  Deno.unrefTimer(timer);
  try {
    return await work((text) => detail = text);
  } finally {
    clearInterval(timer);
    writeStatus();
  }
}
