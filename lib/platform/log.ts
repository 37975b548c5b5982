/**
 * Writes log lines: JSON objects, or short texts for a person at a terminal, whose last line shows
 * the work in progress.
 *
 * @module
 */

/** The levels of lines, least severe first. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;

/** The severity of a line. */
export type LogLevel = typeof LOG_LEVELS[number];

/** The formats of lines: JSON for programs, text for people. */
export const LOG_FORMATS = ["json", "text"] as const;

/** A format of lines. */
export type LogFormat = typeof LOG_FORMATS[number];

/**
 * Further values of a line. In text, a `summary` replaces message and values, and a `reason`
 * follows the message. Only the value `error` may be an `Error`.
 */
type LogFields = Record<string, unknown>;

/** Writes a line per call. */
export type Log = Record<LogLevel, (message: string, fields?: LogFields) => void> & {
  /**
   * Runs `work`. If it takes longer than a second, a terminal shows `what`, and the last detail.
   */
  during<T>(what: string, work: (show: (detail: string) => void) => Promise<T>): Promise<T>;
};

/** Receives each finished line, without its line feed. */
export type LogSink = (line: string, level: LogLevel) => void;

/** Writes each line at once: warnings and errors to standard error, others to standard output. */
export const consoleSink: LogSink = (line, level) => {
  if (level === "error" || level === "warn") console.error(line);
  else console.log(line);
};

type Line = { at: Date; level: LogLevel; message: string; fields: LogFields };

const MARKS: Record<string, string> = { warn: "warning: ", error: "error: " };

/** Escapes characters that would control a terminal or reorder its text. */
export function toPrintable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}

/** Returns lines that are safe for a terminal, whatever their source. */
export function toPrintableLines(text: string): string {
  return text.split("\n").map(toPrintable).join("\n");
}

/**
 * Returns `message: reason (name value, …)`. Leaves out objects and lists, which only JSON shows.
 */
function describe(message: string, { reason, error, ...rest }: LogFields): string {
  const why = reason ?? (error instanceof Error ? error.message : error);
  const values = Object.entries(rest).filter(([, value]) =>
    /string|number|boolean/.test(typeof value)
  );
  const details = values.map(([name, value]) => `${name} ${value}`).join(", ");
  return `${message}${why ? `: ${why}` : ""}${details && ` (${details})`}`;
}

/**
 * Returns a line such as `12:04:05 Feed loaded: 9 780 stations`, in local time, followed by the
 * stack of an error.
 */
function toTextLine({ at, level, message, fields }: Line): string {
  const text = typeof fields.summary === "string" ? fields.summary : describe(message, fields);
  const stack = level === "error" && fields.error instanceof Error ? fields.error.stack ?? "" : "";
  const calls = stack.split("\n").filter((line) => /^\s+at /.test(line));
  const head = `${at.toTimeString().slice(0, 8)}  ${MARKS[level] ?? ""}${text}`;
  return [head, ...calls].map(toPrintable).join("\n");
}

const encoder = new TextEncoder();
const DRAW_MS = 1000;

/** Rewrites the last line of the terminal; clears it for the next line of the log. */
function writeStatus(text = ""): void {
  Deno.stdout.writeSync(encoder.encode(`\r\x1b[K${text}`));
}

/** Shows `what` in the last line of the terminal, every second until the work ends. */
async function showWhile<T>(
  what: string,
  work: (show: (detail: string) => void) => Promise<T>,
): Promise<T> {
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

const terminalSink: LogSink = (line, level) => {
  writeStatus();
  consoleSink(line, level);
};

/**
 * Returns an error as a plain object with its causes, since JSON.stringify writes `{}` for an
 * error.
 */
function toPlain(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { name, message, stack, cause: toPlain(cause) };
}

/** The last instant that was written. Many lines have the same millisecond. */
const instant = { ms: NaN, text: "" };

function toInstantText(at: Date): string {
  const ms = at.getTime();
  if (ms !== instant.ms) {
    instant.ms = ms;
    instant.text = at.toISOString();
  }
  return instant.text;
}

/**
 * Returns a line such as `{"at":"2026-06-05T10:11:00.000Z","level":"info","message":"request", …}`.
 */
function toJsonLine({ at, level, message, fields }: Line): string {
  // Joins two parts, since one object of both takes three times as long.
  const head = `{"at":"${toInstantText(at)}","level":"${level}","message":${
    JSON.stringify(message)
  }`;
  const plain = fields.error instanceof Error
    ? { ...fields, error: toPlain(fields.error) }
    : fields;
  const rest = JSON.stringify(plain);
  return rest === "{}" ? `${head}}` : `${head},${rest.slice(1)}`;
}

/**
 * Options of a log: `format` is JSON (`{ at, level, message, … }`) by default, `sink` standard
 * output and error.
 */
type LogOptions = { clock: () => Date; sink?: LogSink; level?: LogLevel; format?: LogFormat };

/** Creates a log that leaves out lines below `level` (`info` by default). */
export function createLog(
  { clock, level: lowest = "info", format = "json", ...options }: LogOptions,
): Log {
  const isShown = format === "text" && Deno.stdout.isTerminal();
  const toLine = format === "text" ? toTextLine : toJsonLine;
  const sink = options.sink ?? (isShown ? terminalSink : consoleSink);
  const write = (level: LogLevel) => {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(lowest)) return () => {};
    return (message: string, fields: LogFields = {}) => {
      sink(toLine({ at: clock(), level, message, fields }), level);
    };
  };
  const during: Log["during"] = isShown ? showWhile : (_what, work) => work(() => {});
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    during,
  };
}
