/**
 * The service as `serve.ts` starts it, which also runs the job that loads the feed for each line of its standard input
 * instead of every ten minutes, and ends with it.
 *
 * @module
 */

import "../../serve.ts";
import { open } from "../../main.ts";

const { jobs } = await open();
for await (const chunk of Deno.stdin.readable) if (chunk.length > 0) await jobs.ingest();
Deno.kill(Deno.pid, "SIGTERM");
