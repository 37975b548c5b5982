import { createRandom } from "../../lib/shared/random.ts";
import { createServerDb } from "../support/server_db.ts";
import { toRounds } from "../support/tier.ts";
import { checkFiles, checkMessages, checkPrices, checkRuns } from "./checks.ts";
import { Pool } from "./instances.ts";
import { World } from "./world.ts";

/** The first seed. Set it to repeat a failure. */
const FIRST_SEED = Number(Deno.env.get("RANDOM_JOBS_SEED") ?? 1);
const SEEDS = Number(Deno.env.get("RANDOM_JOBS_SEEDS") ?? toRounds(200, 5_000));

async function runSeed(seed: number, pool: Pool): Promise<void> {
  const { db, url, drop } = await createServerDb();
  const world = new World(createRandom(seed), db, pool);
  try {
    world.instanceEnv = { ...world.env, DATABASE_URL: url, DATA_DIR: await Deno.makeTempDir() };
    for (const instance of pool.instances) {
      instance.runs.length = 0;
      await instance.open(world.instanceEnv);
    }
    await world.run();
    await world.settle();
    await checkRuns(db, pool.instances);
    const stored = await checkPrices(db, world);
    await checkFiles(db);
    await checkMessages(db, world, stored);
  } finally {
    await world.stop();
    await drop();
  }
}

/** The number of concurrent worlds. Most of the time each waits for timers and the database. */
const LANES = 4;

Deno.test("jobs that run, fail and are killed at random lose no price and no message", async () => {
  const seeds = Array.from({ length: SEEDS }, (_, index) => FIRST_SEED + index).values();
  const runLane = async () => {
    const pool = new Pool(2);
    try {
      for (const seed of seeds) {
        await runSeed(seed, pool).catch((error) => {
          throw new Error(`Seed ${seed}: ${error.message}`, { cause: error });
        });
      }
    } finally {
      await pool.stop();
    }
  };
  await Promise.all(Array.from({ length: LANES }, runLane));
});
