/** Writes structured log lines, one JSON object each. @module */

/** How grave a line is. */
export type LogLevel = "debug" | "info" | "warn" | "error";

/** Further values of a line. */
type LogFields = Record<string, unknown>;

/** Writes one line per call. */
export type Log = {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
};

/** Where lines go: one finished line without its line feed. */
export type LogSink = (line: string, level: LogLevel) => void;

/** Writes each line at once: to standard error what needs somebody's attention, else to standard output. */
export const consoleSink: LogSink = (line, level) => {
  if (level === "error" || level === "warn") console.error(line);
  else console.log(line);
};

function hasError(fields: LogFields): boolean {
  for (const name in fields) if (fields[name] instanceof Error) return true;
  return false;
}

/** For JSON.stringify, which takes three times as long with it and finds nothing of an error to write without. */
function toPlain(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  return { name, message, stack, cause };
}

/** The texts of a clock's instants; the last one is kept, since many lines are of one millisecond. */
function createInstantTexts(clock: () => Date): () => string {
  let [lastMs, text] = [NaN, ""];
  return () => {
    const now = clock();
    const ms = now.getTime();
    if (ms !== lastMs) [lastMs, text] = [ms, now.toISOString()];
    return text;
  };
}

/** A log that writes JSON lines `{ at, level, message, … }` to `sink` (standard output and error by default). */
export function createLog(options: { clock: () => Date; sink?: LogSink; level?: LogLevel }): Log {
  const order: LogLevel[] = ["debug", "info", "warn", "error"];
  const lowest = order.indexOf(options.level ?? "info");
  const sink = options.sink ?? consoleSink;
  const at = createInstantTexts(options.clock);
  const write = (level: LogLevel) => {
    if (order.indexOf(level) < lowest) return () => {};
    return (message: string, fields: LogFields = {}) => {
      const rest = hasError(fields) ? JSON.stringify(fields, toPlain) : JSON.stringify(fields);
      // joined from two objects, and not one made of both, which would take twice as long for each request
      const head = `{"at":"${at()}","level":"${level}","message":${JSON.stringify(message)}`;
      sink(rest === "{}" ? `${head}}` : `${head},${rest.slice(1)}`, level);
    };
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}
