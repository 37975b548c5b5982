import { deepEqual, equal, ok } from "../support/assert.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { assertEnds, waitUntilReady, withFixtureService, withService } from "../support/service.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const DEPLOY = new URL("../../deploy/", import.meta.url).pathname;
const CLOCK = "2026-06-05T10:20:00Z";
const SEARCH = "/api/v1/stations/search?lat=48.85&lng=2.35&fuel=gazole&radius=50&limit=100";

Deno.test("systemd is notified when the service is up, and then receives its heartbeat", async () => {
  // Not below /dev, where the unit's permissions do not apply.
  const folder = await Deno.makeTempDir({ dir: "/tmp" });
  const path = `${folder}/notify`;
  const socket = Deno.listenDatagram({ transport: "unixpacket", path });
  const hear = async () => {
    const silence = setTimeout(() => socket.close(), 30_000);
    const [bytes] = await socket.receive().finally(() => clearTimeout(silence));
    return new TextDecoder().decode(bytes);
  };
  const env = { DATA_DIR: folder, NOTIFY_SOCKET: path, WATCHDOG_USEC: "200000" };
  try {
    await withFixtureService(env, async ({ service, origin }) => {
      equal(await hear(), "READY=1");
      const beganMs = performance.now();
      const health = await fetch(`${origin}/healthz`);
      await health.body?.cancel();
      equal(health.status, 200);
      for (let beat = 0; beat < 15; beat++) equal(await hear(), "WATCHDOG=1");
      ok(
        performance.now() - beganMs > 700,
        "half of the watchdog's interval must pass between two heartbeats",
      );
      // systemd reads until the end, because a full queue would make a heartbeat fail.
      void (async () => {
        for await (const _ of socket);
      })().catch(() => {});
      equal(await assertEnds(service), "");
    }, { task: "serve" });
    deepEqual([...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".sock")), []);
    socket.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Runs the commands of the unit over a process that it freezes as systemd freezes a cgroup. */
async function backUp(
  pid: number,
  { dataDir, backups }: { dataDir: string; backups: string },
): Promise<void> {
  const unit = await Deno.readTextFile(`${DEPLOY}jauge-backup-embedded.conf`);
  const commands = [...unit.matchAll(/^Exec(?:Start|StopPost)=(\S+) (\S+) (\S+)$/gm)];
  equal(commands.length, 5);
  for (const [, program, action, argument] of commands) {
    if (program!.endsWith("/systemctl")) {
      Deno.kill(pid, action === "freeze" ? "SIGSTOP" : "SIGCONT");
    } else {
      equal([program, argument].join(" "), "/usr/local/lib/jauge/backup.sh /var/backups/jauge");
      const options = {
        args: [`${DEPLOY}backup.sh`, action!, backups],
        env: { DATA_DIR: dataDir },
      };
      const { code, stderr } = await new Deno.Command("sh", options).output();
      deepEqual([code, new TextDecoder().decode(stderr)], [0, ""]);
    }
  }
}

/** Runs the lines of docs/server.md that restore an embedded database, in other folders. */
async function restore({ dataDir, backups }: { dataDir: string; backups: string }): Promise<void> {
  const page = await Deno.readTextFile(`${DEPLOY}../docs/server.md`);
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block!);
  const lines = blocks.find((block) => block.includes("tar -xf"))!
    .replaceAll("/var/lib/jauge", dataDir)
    .replaceAll("/var/backups/jauge", backups);
  const command = new Deno.Command("sh", { args: ["-c", `systemctl() { :; }\n${lines}`] });
  const { code, stderr } = await command.output();
  equal(code, 0, new TextDecoder().decode(stderr));
}

/** The stations; the instant of the data moves on when the cron ingests the same feed again. */
async function findStations(origin: string): Promise<unknown[]> {
  return (await (await fetch(`${origin}${SEARCH}`)).json()).data;
}

Deno.test("the embedded database is backed up while it runs, and the copy gives the same responses", async () => {
  const folder = await Deno.makeTempDir();
  const dataDir = `${folder}/data`;
  const backups = `${folder}/backups`;
  const server = startFeedServer({
    kind: "feed",
    bytes: toFeed(toStations(60, "2026-06-05 12:00:00")),
  });
  const env = { ...server.settings, CLOCK };
  let found: unknown[] = [];
  try {
    await Deno.mkdir(backups);
    for (let night = 1; night <= 14; night++) {
      await Deno.writeTextFile(`${backups}/jauge-202605${night + 10}.tar.gz`, "");
    }
    await withService({ ...env, DATA_DIR: dataDir }, async (service, origin) => {
      await waitUntilReady(origin);
      found = await findStations(origin);
      equal(found.length, 60);
      await backUp(service.pid, { dataDir, backups });
      deepEqual(await findStations(origin), found, "the service must continue");
    });
    const names = [...Deno.readDirSync(backups)].map(({ name }) => name).sort();
    deepEqual([names.length, names[0]], [14, "jauge-20260512.tar.gz"]);
    equal((await Deno.stat(`${backups}/${names.at(-1)}`)).mode! & 0o777, 0o600);
    await Deno.remove(`${dataDir}/pglite`, { recursive: true });
    await restore({ dataDir, backups });
    server.answer({ kind: "status", status: 500, body: "" });
    await withService({ ...env, DATA_DIR: dataDir }, async (_service, origin) => {
      await waitUntilReady(origin);
      deepEqual(await findStations(origin), found);
    });
  } finally {
    await server.stop();
    await Deno.remove(folder, { recursive: true });
  }
});
