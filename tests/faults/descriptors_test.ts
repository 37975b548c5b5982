import { match, ok, rejects } from "../support/assert.ts";
import { until } from "../support/process.ts";
import { assertEnds, withFixtureService } from "../support/service.ts";

const MAX_DESCRIPTORS = 256;
const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";

// Makes: descriptors are used up
Deno.test("with more idle connections than descriptors the service survives, rejects, and accepts connections again", async () => {
  await withFixtureService({}, async ({ origin, service }) => {
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
    const isAccepted = () => connect().then((connection) => connection.close(), () => false);
    await until(isAccepted, (answer) => answer !== false);
    await until(() => isAnswered().catch(() => false));
    match(
      await assertEnds(service),
      /No connection can be accepted[^]*Connections are accepted again/,
    );
  }, { shell: `ulimit -n ${MAX_DESCRIPTORS}` });
});
