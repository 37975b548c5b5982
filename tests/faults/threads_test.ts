/** Several threads on one port: each answers, one limit holds for all, the jobs run once, and all end together. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { withFixtureService } from "../support/service.ts";

const PATH = "/api/v1/prices/national?fuel=gazole";

/** Asks over a connection of its own, so that the system hands the requests out to all threads. */
async function ask(origin: string, path = PATH): Promise<{ status: number; body: string }> {
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const response = await fetch(origin + path, { client } as RequestInit);
  return { status: response.status, body: await response.text() };
}

Deno.test("two threads answer alike, share the limit, log every request, and end on SIGTERM", () =>
  withFixtureService({ THREADS: "2", REST_LIMIT: "60" }, async ({ service, origin }) => {
    const answers = [];
    for (let i = 0; i < 80; i++) answers.push(await ask(origin));
    const statuses = answers.map(({ status }) => status);
    equal(statuses.filter((status) => status === 200).length, 60);
    deepEqual(new Set(statuses), new Set([200, 429]));
    equal(new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body)).size, 1);
    service.kill("SIGTERM");
    const { code, lines, stderr } = await service.end();
    equal(code, 0, stderr);
    equal(stderr, "");
    const logged = lines.filter((line) => line.includes(PATH.split("?")[0]!)).map((line) => JSON.parse(line));
    equal(logged.length, 80);
    ok(lines.filter((line) => line.includes("Jauge is listening")).length <= 1);
  }));
