/**
 * Writes log lines: one JSON object each, or short text for a person at a terminal, whose last line
 * shows what is in progress.
 *
 * @module
 */

/** Levels of a line, the least grave first. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;

/** How grave a line is. */
export type LogLevel = typeof LOG_LEVELS[number];

/** How lines are written: JSON for programs, text for people. */
export const LOG_FORMATS = ["json", "text"] as const;

/** One of them. */
export type LogFormat = typeof LOG_FORMATS[number];

/**
 * Further values of a line. In text a `summary` replaces message and values, and a `reason` follows
 * the message. An `Error` is written out only as `error`.
 */
type LogFields = Record<string, unknown>;

/** Writes one line per call. */
export type Log = Record<LogLevel, (message: string, fields?: LogFields) => void> & {
  /**
   * Does `work`; when that takes longer than a second, a terminal shows what it is, and the detail
   * last given.
   */
  during<T>(what: string, work: (show: (detail: string) => void) => Promise<T>): Promise<T>;
};

/** Where lines go: one finished line without its line feed. */
export type LogSink = (line: string, level: LogLevel) => void;

/** Writes each line at once: warnings and errors to standard error, others to standard output. */
export const consoleSink: LogSink = (line, level) => {
  if (level === "error" || level === "warn") console.error(line);
  else console.log(line);
};

type Line = { at: Date; level: LogLevel; message: string; fields: LogFields };

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
function describe(message: string, { reason, error, ...rest }: LogFields): string {
  const why = reason ?? (error instanceof Error ? error.message : error);
  const values = Object.entries(rest).filter(([, value]) =>
    /string|number|boolean/.test(typeof value)
  );
  const details = values.map(([name, value]) => `${name} ${value}`).join(", ");
  return `${message}${why ? `: ${why}` : ""}${details && ` (${details})`}`;
}

/**
 * A line such as `12:04:05 Feed loaded: 9 780 stations`, in local time; an error's stack follows in
 * lines of its own.
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

/** Rewrites the terminal's last line; empty for the next line of the log. */
function writeStatus(text = ""): void {
  Deno.stdout.writeSync(encoder.encode(`\r\x1b[K${text}`));
}

/** Shows `what` in the terminal's last line, each second from the first on until it ends. */
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

/** An error as a plain object with its causes, since JSON.stringify writes nothing of an error. */
function toPlain(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { name, message, stack, cause: toPlain(cause) };
}

/** The last instant that was written: many lines are of one millisecond. */
const instant = { ms: NaN, text: "" };

function toInstantText(at: Date): string {
  const ms = at.getTime();
  if (ms !== instant.ms) {
    instant.ms = ms;
    instant.text = at.toISOString();
  }
  return instant.text;
}

/** A line such as `{"at":"2026-06-05T10:11:00.000Z","level":"info","message":"request", …}`. */
function toJsonLine({ at, level, message, fields }: Line): string {
  // Joined from two parts: one object made of both takes three times as long for each request.
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
 * `format`: JSON by default, `{ at, level, message, … }`; `sink`: standard output and error by
 * default.
 */
type LogOptions = { clock: () => Date; sink?: LogSink; level?: LogLevel; format?: LogFormat };

/** A log that leaves out lines below `level` (`info` by default). */
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
