/**
 * Serves Valhalla's `route` and `sources_to_targets` over HTTP; a process of its own, since the
 * engine is native code.
 *
 * @module
 */

/** What the engine's package exports, as far as it is used. */
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
      // the engine's own server answers so, with the same words
      return new Response(JSON.stringify({ error: (error as Error).message }), {
        status: 400,
        headers,
      });
    }
  },
);
