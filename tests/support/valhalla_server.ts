/**
 * Serves Valhalla's `route` and `sources_to_targets` over HTTP, in a separate process because the
 * engine is native code.
 *
 * @module
 */

/** The exports of the engine's package that we use. */
type Valhalla = {
  Actor: new (
    config: string,
  ) => { route(query: string): Promise<string>; matrix(query: string): Promise<string> };
};

const [folder, configFile] = Deno.args as [string, string];
const { Actor }: Valhalla = await import(`${folder}/node_modules/@valhallajs/valhallajs/index.mjs`);
const actor = new Actor(await Deno.readTextFile(configFile));

Deno.serve(
  { port: 0, hostname: "127.0.0.1", onListen: ({ port }) => console.log(`listens on ${port}`) },
  async (req) => {
    const headers = { "content-type": "application/json" };
    const isTable = new URL(req.url).pathname === "/sources_to_targets";
    const query = await req.text();
    try {
      return new Response(await (isTable ? actor.matrix(query) : actor.route(query)), { headers });
    } catch (error) {
      // The engine's own server responds like this, with the same text.
      return new Response(JSON.stringify({ error: (error as Error).message }), {
        status: 400,
        headers,
      });
    }
  },
);
