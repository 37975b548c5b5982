/** Counts what a thread does in plain numbers, and shows them as Prometheus' text and through Deno's OpenTelemetry. @module */

/** Values of a series' labels. All come from closed lists: nothing that a client wrote. */
type Labels = Readonly<Record<string, string>>;

/** One series of a metric with its present value. */
export type Sample = { labels?: Labels; value: number | Durations };

/** One metric: its definition, and where both exits read its series. */
export type Metric = {
  /** In OpenTelemetry's spelling, such as `jauge.feed.age`; Prometheus' follows from it. */
  name: string;
  kind: "counter" | "gauge" | "durations";
  /** Seconds, bytes, or a noun in braces for what is counted. */
  unit: "s" | "By" | `{${string}}`;
  help: string;
  read(): Sample[];
};

/** Upper bounds of the buckets, in seconds, for reads of memory and of the database and for whole ingests. */
const BOUNDS_S = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30];

/** How many durations there were, their sum, and how many were within each bound. */
export class Durations {
  count = 0;
  sumS = 0;
  readonly #buckets = new Float64Array(BOUNDS_S.length);

  /** Counts one. Called for each request: it makes no object and no text. */
  add(seconds: number): void {
    this.count++;
    this.sumS += seconds;
    for (let i = 0; i < BOUNDS_S.length; i++) {
      if (seconds > BOUNDS_S[i]!) continue;
      this.#buckets[i]!++;
      return;
    }
  }

  /** How many were at most as long as each bound, the last one being `+Inf`. */
  toBuckets(): { le: string; count: number }[] {
    let count = 0;
    const bounded = BOUNDS_S.map((bound, i) => ({ le: String(bound), count: count += this.#buckets[i]! }));
    return [...bounded, { le: "+Inf", count: this.count }];
  }
}

/** Durations by the values of one label. */
export class DurationsBy {
  readonly #series = new Map<string, Durations>();

  constructor(private readonly label: string) {}

  /** Counts one. `value` comes from a closed list, for each is kept. */
  add(value: string, seconds: number): void {
    this.#series.getOrInsertComputed(value, () => new Durations()).add(seconds);
  }

  /** A sample for each value; `labels` are added to each. */
  toSamples(labels: Labels = {}): Sample[] {
    return [...this.#series].map(([value, durations]) => ({
      labels: { [this.label]: value, ...labels },
      value: durations,
    }));
  }
}

/** A number with its labels and what is added to the metric's name, since durations are several numbers. */
type Point = { part: "" | "bucket" | "sum" | "count"; labels: Labels; value: number };

function toPoints({ labels = {}, value }: Sample): Point[] {
  if (typeof value === "number") return [{ part: "", labels, value }];
  const { count, sumS } = value;
  return [
    ...value.toBuckets().map(({ le, count }) => ({ part: "bucket" as const, labels: { ...labels, le }, value: count })),
    { part: "sum", labels, value: sumS },
    { part: "count", labels, value: count },
  ];
}

function quote(text: string): string {
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;
}

const UNIT_ENDINGS: Record<string, string> = { s: "_seconds", By: "_bytes" };

/** The metrics with further labels on each of their series. */
export function withLabels(metrics: readonly Metric[], labels: Labels): Metric[] {
  return metrics.map((metric) => ({
    ...metric,
    read: () => metric.read().map((sample) => ({ ...sample, labels: { ...sample.labels, ...labels } })),
  }));
}

/** The metrics as Prometheus reads them (text format 0.0.4). */
export function toPrometheusText(metrics: readonly Metric[]): string {
  return metrics.map((metric) => {
    const { kind, unit, help } = metric;
    const ending = `${UNIT_ENDINGS[unit] ?? ""}${kind === "counter" ? "_total" : ""}`;
    const name = metric.name.replaceAll(".", "_") + ending;
    const lines = metric.read().flatMap(toPoints).map(({ part, labels, value }) => {
      const pairs = Object.entries(labels).map(([label, text]) => `${label}=${quote(text)}`).join(",");
      return `${name}${part && `_${part}`}${pairs && `{${pairs}}`} ${value}`;
    });
    return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind === "durations" ? "histogram" : kind}`, ...lines, ""].join(
      "\n",
    );
  }).join("");
}

type Create = (name: string, options: { unit: string; description: string }) => object;
type Observe = (result: { observe(instrument: object, value: number, labels: Labels): void }) => void;
type Meter = Record<"createObservableCounter" | "createObservableGauge", Create> & {
  addBatchObservableCallback(observe: Observe, instruments: object[]): void;
};

// where Deno registers its own provider for @opentelemetry/api, and only when it sends metrics
const OTEL_API = Symbol.for("opentelemetry.js.api.1");

function observe(meter: Meter, { name, kind, unit, help: description, read }: Metric): void {
  const isDurations = kind === "durations";
  const create = (part: Point["part"]) => {
    const options = { unit: isDurations && part !== "sum" ? "{duration}" : unit, description };
    const method = kind === "gauge" ? "createObservableGauge" : "createObservableCounter";
    return meter[method](`${name}${part && `.${part}`}`, options);
  };
  const parts = isDurations ? ["bucket", "sum", "count"] as const : [""] as const;
  const instruments = new Map<Point["part"], object>(parts.map((part) => [part, create(part)]));
  meter.addBatchObservableCallback((result) => {
    for (const { part, labels, value } of read().flatMap(toPoints)) {
      result.observe(instruments.get(part)!, value, labels);
    }
  }, [...instruments.values()]);
}

/** Lets Deno send the metrics with its own, where it sends any (`OTEL_DENO=true`). They are read when it sends them. */
export function exportMetrics(metrics: readonly Metric[]): void {
  const api = (globalThis as { [OTEL_API]?: { metrics?: { getMeter(name: string): Meter } } })[OTEL_API];
  const meter = api?.metrics?.getMeter("jauge");
  if (meter) { for (const metric of metrics) observe(meter, metric); }
}
