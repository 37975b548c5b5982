/** Provides a log that tests can read, and that fails them on an unexpected warning. @module */

import { deepEqual } from "./assert.ts";
import { type Clock, systemClock } from "../../lib/platform/clock.ts";
import { createLog, type Log, type LogLevel } from "../../lib/platform/log.ts";

export type LoggedLine = { level: LogLevel; message: string } & Record<string, unknown>;

export type TestLog = {
  log: Log;
  /** All lines so far, oldest first. */
  lines: LoggedLine[];
  at(level: LogLevel): LoggedLine[];
  /** Fails if a warning or an error was logged whose message is not in `expected` (exact texts). */
  assertQuiet(...expected: string[]): void;
};

/** Creates a log that collects its lines, from `debug` up, and prints nothing. */
export function createTestLog(clock: Clock = systemClock): TestLog {
  const lines: LoggedLine[] = [];
  const log = createLog({ clock, level: "debug", sink: (line) => lines.push(JSON.parse(line)) });
  const at = (level: LogLevel) => lines.filter((line) => line.level === level);
  return {
    log,
    lines,
    at,
    assertQuiet(...expected) {
      const loud = [...at("warn"), ...at("error")].filter(({ message }) =>
        !expected.includes(message)
      );
      deepEqual(loud, [], "the log holds unexpected warnings");
    },
  };
}
