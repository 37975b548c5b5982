/**
 * Starts the service like `serve.ts`, with an ingest at each SIGUSR1 instead of every ten minutes.
 *
 * @module
 */

import "../../serve.ts";
import { program } from "../../program.ts";

const { jobs } = await program.open();
Deno.addSignalListener("SIGUSR1", () => void jobs.run("ingest"));
