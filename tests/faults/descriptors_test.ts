import { ok, rejects } from "../support/assert.ts";
import { until } from "../support/process.ts";
import { withFixtureService } from "../support/service.ts";

const MAX_DESCRIPTORS = 256;
const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";

Deno.test("with more idle connections than descriptors the service survives, rejects, and accepts connections again", async () => {
  await withFixtureService({}, async ({ origin }) => {
    const isAnswered = () =>
      fetch(origin + SEARCH).then(async (answer) => (await answer.json()).data.length > 0);
    ok(await isAnswered());
    const { hostname, port } = new URL(origin);
    const connect = () => Deno.connect({ hostname, port: Number(port) });
    const idle: Deno.Conn[] = [];
    await rejects(async () => {
      while (idle.length < 2 * MAX_DESCRIPTORS) idle.push(await connect());
    }, "every connection was accepted");
    await rejects(async () => (await connect()).close());
    for (const connection of idle) connection.close();
    await until(() => isAnswered().catch(() => false));
  }, { shell: `ulimit -n ${MAX_DESCRIPTORS}` });
});
