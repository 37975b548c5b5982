/** Parses Prometheus' text format strictly, as far as the service uses it. @module */

import { deepEqual, equal, match, ok } from "./assert.ts";

const COMMENT = /^# (HELP \w+ \S.*|TYPE \w+ (counter|gauge|histogram|summary))$/;
const LINE =
  /^([a-z_][a-z0-9_]*(?:\{\w+="(?:[^"\\]|\\["\\n])*"(?:,\w+="(?:[^"\\]|\\["\\n])*")*\})?) (\d+(?:\.\d+)?(?:e[+-]\d+)?)$/;

/** Returns series as written (`name{label="value"}`) with their values. Fails on invalid syntax. */
export function readMetrics(text: string): Map<string, number> {
  ok(text.endsWith("\n"));
  const series = new Map<string, number>();
  for (const line of text.slice(0, -1).split("\n")) {
    if (line === "") continue;
    if (line.startsWith("#")) {
      match(line, COMMENT);
      continue;
    }
    const [, name, value] = LINE.exec(line) ?? [];
    ok(name !== undefined, `not a line of Prometheus: ${line}`);
    ok(!series.has(name), `twice: ${name}`);
    series.set(name, Number(value));
  }
  checkHistograms(series);
  return series;
}

/** Checks that buckets grow, and that the last one contains every observation. */
function checkHistograms(series: Map<string, number>): void {
  const buckets = [...series].filter(([name]) => name.includes("_bucket{"));
  const groups = Map.groupBy(
    buckets,
    ([name]) => name.replace(/le="[^"]+",?/, "").replace("{}", ""),
  );
  for (const [group, rows] of groups) {
    const counts = rows.map(([, count]) => count);
    deepEqual(counts, counts.toSorted((a, b) => a - b), group);
    equal(counts.at(-1), series.get(group.replace("_bucket", "_count")), group);
    ok(series.has(group.replace("_bucket", "_sum")), group);
  }
}
