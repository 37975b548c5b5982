/** Runs an OpenTelemetry collector for tests. @module */

import { startServer } from "./process.ts";

export type Sent = { path: string; text: string };

/** Starts the collector. `sent` lists the data that it receives. */
export function startCollector(): { url: string; sent: Sent[]; stop(): Promise<void> } {
  const sent: Sent[] = [];
  const server = startServer(async (req) => {
    sent.push({ path: new URL(req.url).pathname, text: await req.text() });
    return Response.json({});
  });
  return { ...server, sent };
}

/** Settings of a service that sends Deno's metrics and its log five times a second. */
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
