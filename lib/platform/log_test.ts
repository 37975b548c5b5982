import { deepEqual, equal, match } from "../../tests/support/assert.ts";
import { createLog, type LogFormat, type LogLevel } from "./log.ts";

const clock = () => new Date(2026, 5, 5, 9, 4, 5);

function createLines(format: LogFormat, level?: LogLevel) {
  const lines: string[] = [];
  return { log: createLog({ clock, format, level, sink: (line) => lines.push(line) }), lines };
}

Deno.test("text shows the time of day, the reason and the plain values, or a summary instead of them", () => {
  const { log, lines } = createLines("text");
  log.info("Ingest changed", {
    summary: "Feed loaded: 9,780 stations",
    source: "feed.zip",
    feed: { stations: 9780 },
  });
  log.warn("Ingest failed", {
    reason: "no answer",
    source: "feed.zip",
    refusal: null,
    feed: { stations: 1 },
    ms: 5,
  });
  log.warn("A job failed", { job: "brands", error: new Error("status 404") });
  log.debug("unseen");
  deepEqual(lines, [
    "09:04:05  Feed loaded: 9,780 stations",
    "09:04:05  warning: Ingest failed: no answer (source feed.zip, ms 5)",
    "09:04:05  warning: A job failed: status 404 (job brands)",
  ]);
});

Deno.test("the text of an error ends with the place where it was thrown", () => {
  const { log, lines } = createLines("text");
  log.error("Request failed", { requestId: "r1", error: new Error("no\nsuch thing") });
  const [first, second] = lines[0]!.split("\n");
  equal(first, "09:04:05  error: Request failed: no\\u{a}such thing (requestId r1)");
  match(second!, /^ +at .*log_test\.ts/);
});

Deno.test("text contains no control or bidirectional character", () => {
  const { log, lines } = createLines("text");
  log.warn("Refused", {
    reason: "\x1b[2Jred\r\u202eback\u200b",
    place: "Pontoise\n09:04:05  all is well",
  });
  equal(
    lines[0],
    "09:04:05  warning: Refused: \\u{1b}[2Jred\\u{d}\\u{202e}back\\u{200b} (place Pontoise\\u{a}09:04:05  all is well)",
  );
});

Deno.test("lines below the level are dropped, in both formats", () => {
  for (const format of ["text", "json"] as const) {
    const { log, lines } = createLines(format, "warn");
    log.info("not seen");
    log.warn("seen");
    equal(lines.length, 1, format);
  }
});

Deno.test("JSON contains an error with its causes", () => {
  const { log, lines } = createLines("json");
  log.warn("A job failed", {
    job: "brands",
    error: new TypeError("no answer", { cause: new Error("status 404") }),
  });
  const { at, error, ...others } = JSON.parse(lines[0]!);
  equal(at, clock().toISOString());
  deepEqual(others, { level: "warn", message: "A job failed", job: "brands" });
  deepEqual([error.name, error.message, error.cause.message], [
    "TypeError",
    "no answer",
    "status 404",
  ]);
  match(error.stack, /log_test\.ts/);
});
