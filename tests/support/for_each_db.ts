/** Registers a test on both databases. @module */

import type { Db, Row } from "../../lib/db/db.ts";
import { createEmbeddedDb } from "./embedded_db.ts";
import { prepareServer, withServerDb } from "./server_db.ts";
import { TIER } from "./tier.ts";

/** A test with a migrated database that only contains the rows of its migrations. */
export type DbTest = (t: Deno.TestContext, db: Db) => Promise<void>;

/**
 * The embedded database of a test file (opening takes seconds), and the rows that a test must find
 * again.
 */
type Shared = { db: Db; seeded: Map<string, Row[]>; drop(): Promise<void> };
let shared: Shared | undefined;
let isHooked = false;

/** Lists our tables, without the migrations' record and the tables of extensions. */
const TABLES = `select c.relname as name
  from pg_class c
  where c.relkind in ('r', 'p')
    and c.relnamespace = 'public'::regnamespace
    and c.relname <> 'migration'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname`;

async function readSeeded(db: Db): Promise<Map<string, Row[]>> {
  const seeded = new Map<string, Row[]>();
  for (const { name } of await db.query<{ name: string }>({ text: TABLES })) {
    const rows = await db.query<{ row: Row }>({
      text: `select to_jsonb(t) as row from "${name}" t`,
    });
    seeded.set(name, rows.map(({ row }) => row));
  }
  return seeded;
}

async function reset({ db, seeded }: Shared): Promise<void> {
  const names = [...seeded.keys()].map((name) => `"${name}"`).join(", ");
  await db.query({ text: `truncate ${names} restart identity cascade` });
  for (const [name, rows] of seeded) {
    if (rows.length === 0) continue;
    const text =
      `insert into "${name}" select * from jsonb_populate_recordset(null::"${name}", $1::jsonb)`;
    await db.query({ text, values: [JSON.stringify(rows)] });
  }
}

/** Opens and closes it outside the tests, so that leaks of the tests are still found. */
function hookOnce(): void {
  if (isHooked) return;
  isHooked = true;
  Deno.test.beforeAll(async () => {
    await prepareServer();
    if (TIER === "first") return;
    const { db, drop } = await createEmbeddedDb();
    shared = { db, seeded: await readSeeded(db), drop };
  });
  Deno.test.afterAll(async () => await shared?.drop());
}

/**
 * Registers `test` as `name [server]` and as `name [embedded]`, emptied before it. The first tier
 * omits the second.
 */
export function forEachDb(name: string, test: DbTest): void {
  hookOnce();
  Deno.test(`${name} [server]`, (t) => withServerDb((db) => test(t, db)));
  if (TIER === "first") return;
  Deno.test(`${name} [embedded]`, async (t) => {
    if (!shared) throw new Error("The embedded database is not open");
    await reset(shared);
    await test(t, shared.db);
  });
}
