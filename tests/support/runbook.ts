/**
 * Finds the commands of docs/operations.md, and lists which of them a test runs, and why no test
 * runs the others.
 *
 * @module
 */

const DOCUMENT = new URL("../../docs/operations.md", import.meta.url);

/** Programs whose calls are commands; a name alone is a mention. */
const COMMAND =
  /^(?:[A-Z_]+=\S+ )*(?:deno|jauge-as|psql|pg_\w+|docker|curl|denokv|systemctl|journalctl|systemd-analyze) \S/;

/** Sections whose commands take machines of their own. */
const APART: Record<string, string> = {
  "A read replica":
    "a second server follows the first: tests/faults/replica_test.ts does the same with two of its own",
};

/** Commands that tests/faults/runbook_test.ts runs. */
export const RUN = {
  roles: /^psql .* -f deploy\/roles\.sql$/,
  migrate: /^deno task migrate$/,
  ingest: /^deno task ingest$/,
  brands: /^deno task brands$/,
  backfill: /^deno task backfill 2025$/,
  repairClock: /^deno task ingest --repair-clock$/,
  runs: /^psql .* from ingest_run /,
  refusedFeed: /^psql .* from refused_feed .* > "\$REFUSED"$/,
  believe: /^deno task ingest --file "\$REFUSED" --force$/,
  reasons: /^psql .* from quarantine group by reason /,
  refusedRows: /^psql .* from quarantine where /,
  activity: /^psql .* from pg_stat_activity /,
  endIngest: /^psql .*pg_terminate_backend/,
  tables: /^psql .*pg_total_relation_size/,
  selfCheck: /^deno task selfcheck$/,
  selfCheckAgain: /^deno task selfcheck --seed \d+ --questions 5000$/,
  quotas: /^QUOTAS="[^"]+"$/,
  doctor: /^deno task doctor https:\/\/fuel\.example$/,
  metrics: /^curl .*\/metrics$/,
  collector: /^deno eval '.*4318.*'$/,
} as const;

/** Commands that another test runs, and that test. */
export const ELSEWHERE: Record<string, string> = {
  "deno task build": "tests/faults/least_privilege_test.ts",
  "deno task start": "tests/faults/least_privilege_test.ts",
  "deno task serve": "tests/faults/image_test.ts",
  "OTEL_DENO=true OTEL_DENO_TRACING=false OTEL_EXPORTER_OTLP_PROTOCOL=http/json deno task start":
    "tests/faults/telemetry_test.ts",
  "jauge-as writer deno task ingest": "tests/faults/commands_test.ts",
  "deno task backup:rehearse": "tests/faults/backup_test.ts",
  'deno task backup:rehearse "$(ls /var/backups/jauge/*.dump | tail -n 1)"':
    "tests/faults/backup_test.ts",
  "deno task db:reset --yes": "tests/faults/reset_seed_test.ts",
  "deno task db:seed": "tests/faults/reset_seed_test.ts",
};

/** Commands that no test runs, and why. */
export const NOT_RUN: Record<string, string> = {
  "docker compose -f deploy/compose.yaml": "images cannot be pulled where the tests run",
  "deno install": "loads packages from the registry: the gate does it before any test",
  "deno install --frozen": "the same",
  "docker run --rm --publish 127.0.0.1:4318:4318 otel/opentelemetry-collector":
    "images cannot be pulled where the tests run",
  "DENO_KV_ACCESS_TOKEN=$TOKEN denokv --sqlite-path /var/lib/denokv/jauge.sqlite serve --access-token $TOKEN":
    "denokv is no package of Debian or npm",
  "KV_URL=http://10.0.0.5:4512 DENO_KV_ACCESS_TOKEN=$TOKEN deno task start": "the same",
};

function toLines(block: string): string[] {
  return block.replaceAll(/\\\n\s*/g, "").split("\n").filter((line) =>
    line !== "" && !line.startsWith("#")
  );
}

/** The document does not say which database a command is for. */
function toCommand(text: string): string {
  return text.replace(/^DATABASE_URL=… /, "");
}

/** Returns each command of the document once, from shell blocks and from the text. */
export async function findCommands(): Promise<string[]> {
  const sections = (await Deno.readTextFile(DOCUMENT)).split(/^## /m);
  const found = sections.filter((section) => !(section.slice(0, section.indexOf("\n")) in APART))
    .flatMap((section) => {
      const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
        toLines(block!)
      );
      const rest = section.replace(/^```[\s\S]*?^```/gm, "");
      const inline = [...rest.matchAll(/`([^`]+)`/g)].map(([, code]) =>
        code!.replaceAll(/\s+/g, " ")
      );
      return [...blocks, ...inline.filter((code) => COMMAND.test(code))];
    });
  return [...new Set(found.map(toCommand))];
}
