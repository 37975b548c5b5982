/** `deno task selfcheck`: compares random answers with the last accepted feed now, for operators. @module */

import { parseCommandLine, runCommand, UsageError, withDb } from "../db/commands/command.ts";
import type { SelfCheckResult } from "../db/self_check/results.ts";
import { toPrintableLines } from "../platform/log_text.ts";
import { createSnapshotSource, noSnapshots } from "../snapshot/source.ts";
import { runSelfCheck } from "./run.ts";

const USAGE = `Usage: deno task selfcheck [--seed NUMBER] [--questions NUMBER]

Asks random questions of the data as requests do, and compares the answers with the last accepted feed read anew.

  --seed NUMBER       the same questions again; by default the day (20260605)
  --questions NUMBER  how many, 1 to 100000; by default 1000

Exit: 0 no difference, 1 differences, or nothing that could be compared, 2 bad usage or settings.`;

function parseNumber(text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^[1-9]\d*$/.test(text) || number > most) throw new UsageError(USAGE);
  return number;
}

function describe({ at, revision, seed, questions, differences, examples, durationMs }: SelfCheckResult): string {
  const head = `${questions} questions (seed ${seed}) of revision ${revision}, ${at.toISOString()}: ` +
    `${differences} differences, ${(durationMs / 1000).toFixed(1)} s`;
  const lines = examples.map(({ operation, question, detail }) =>
    `  ${operation} ${JSON.stringify(question)}: ${detail}`
  );
  return [head, ...lines].join("\n");
}

if (import.meta.main) {
  await runCommand(async (settings) => {
    const options = { seed: { type: "string" }, questions: { type: "string" } } as const;
    const parsed = parseCommandLine(Deno.args, options);
    if (parsed === null) throw new UsageError(USAGE);
    const seed = parseNumber(parsed.values.seed, 2 ** 31 - 1);
    const questions = parseNumber(parsed.values.questions, 100_000);
    return await withDb(settings, async (db) => {
      const snapshots = settings.config.snapshot ? createSnapshotSource(db) : noSnapshots;
      const result = await runSelfCheck({ ...settings, db, snapshots }, { seed, questions });
      if (result) console.log(toPrintableLines(describe(result)));
      else console.error("There is no feed that the data can be compared with: run deno task ingest");
      return result?.differences === 0 ? 0 : 1;
    });
  });
}
