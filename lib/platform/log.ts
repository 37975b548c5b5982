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

function withPlainErrors(fields: LogFields): LogFields {
  for (const name in fields) {
    if (!(fields[name] instanceof Error)) continue;
    return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, toPlain(value)]));
  }
  return fields;
}

function toPlain(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return { name: value.name, message: value.message, stack: value.stack, cause: toPlain(value.cause) };
}

/** A log that writes JSON lines `{ at, level, message, … }` to `sink` (standard output and error by default). */
export function createLog(options: { clock: () => Date; sink?: LogSink; level?: LogLevel }): Log {
  const order: LogLevel[] = ["debug", "info", "warn", "error"];
  const lowest = order.indexOf(options.level ?? "info");
  const sink = options.sink ?? consoleSink;
  const write = (level: LogLevel) => {
    if (order.indexOf(level) < lowest) return () => {};
    return (message: string, fields: LogFields = {}) => {
      const line = { at: options.clock().toISOString(), level, message, ...withPlainErrors(fields) };
      sink(JSON.stringify(line), level);
    };
  };
  return { debug: write("debug"), info: write("info"), warn: write("warn"), error: write("error") };
}
