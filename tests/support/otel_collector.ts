/** A collector of OpenTelemetry for tests, and our own metrics in what it was sent. @module */

import { startServer } from "./process.ts";

export type Sent = { path: string; text: string };

export function startCollector(): { url: string; sent: Sent[]; stop(): Promise<void> } {
  const sent: Sent[] = [];
  const server = startServer(async (req) => {
    sent.push({ path: new URL(req.url).pathname, text: await req.text() });
    return Response.json({});
  });
  return { ...server, sent };
}

/** Settings of a service that sends its metrics and its log five times a second. */
export function toSettings(collector: { url: string }): Record<string, string> {
  return {
    OTEL_DENO: "true",
    OTEL_DENO_TRACING: "false",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_METRIC_EXPORT_INTERVAL: "200",
    OTEL_BLRP_SCHEDULE_DELAY: "200",
    OTEL_BSP_SCHEDULE_DELAY: "200",
  };
}

type Point = { attributes: { key: string; value: { stringValue: string } }[]; asDouble: number };
type Metric = { name: string; unit: string; sum?: { dataPoints: Point[] }; gauge?: { dataPoints: Point[] } };

/** The name that Prometheus knows a metric by. */
function toPrometheusName({ name, unit, sum }: Metric): string {
  const plain = name.replaceAll(".", "_");
  if (/_(duration|lag)_/.test(plain)) return plain.replace(/_(duration|lag)_/, "_$1_seconds_");
  return `${plain}${{ s: "_seconds", By: "_bytes" }[unit] ?? ""}${sum ? "_total" : ""}`;
}

/** Our own series of what was sent last, as Prometheus writes them. */
export function findOwnSeries(sent: readonly Sent[]): Map<string, number> {
  const last = sent.findLast(({ path, text }) => path === "/v1/metrics" && text.includes('"jauge.'));
  const resources: { scopeMetrics: { scope: { name: string }; metrics: Metric[] }[] }[] = last
    ? JSON.parse(last.text).resourceMetrics
    : [];
  const scopes = resources.flatMap(({ scopeMetrics }) => scopeMetrics).filter(({ scope }) => scope.name === "jauge");
  const series = scopes.flatMap(({ metrics }) => metrics).flatMap((metric) =>
    (metric.sum ?? metric.gauge)!.dataPoints.map(({ attributes, asDouble }): [string, number] => {
      const labels = attributes.map(({ key, value }) => `${key}="${value.stringValue}"`).join(",");
      return [toPrometheusName(metric) + (labels && `{${labels}}`), asDouble];
    })
  );
  return new Map(series);
}
