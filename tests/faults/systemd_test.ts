import { deepEqual, equal, ok } from "node:assert/strict";
import { startFeedServer } from "../support/feed_server.ts";
import { assertEnds, waitUntilReady, withFixtureService, withService } from "../support/service.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const DEPLOY = new URL("../../deploy/", import.meta.url).pathname;
const CLOCK = "2026-06-05T10:20:00Z";
const SEARCH = "/api/v1/stations/search?lat=48.85&lng=2.35&fuel=gazole&radius=50&limit=100";

async function readUnitFlags(dataDir: string, socket: string): Promise<string[]> {
  const unit = await Deno.readTextFile(`${DEPLOY}jauge@.service`);
  const flags = /^ExecStart=\S+ run (.+) serve\.ts$/m.exec(unit)![1]!;
  return flags.replaceAll("/var/lib/jauge", dataDir).replace("/run/systemd/notify", socket).split(" ");
}

Deno.test("systemd hears that the service is up, and then its heartbeat", async () => {
  // not below /dev, where the unit's permissions do not reach
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
      equal(await fetch(`${origin}/healthz`).then(async (answer) => (await answer.text(), answer.status)), 200);
      for (let beat = 0; beat < 15; beat++) equal(await hear(), "WATCHDOG=1");
      ok(performance.now() - beganMs > 700, "half of the watchdog's time lies between two");
      equal(await assertEnds(service), "");
    }, { permissions: await readUnitFlags(folder, path) });
    deepEqual([...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".sock")), []);
    socket.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** `systemctl` of a machine on which one service runs: freezing halts the process, as the freezer of its cgroup does. */
async function writeSystemctl(folder: string, pid: number): Promise<void> {
  const text = `#!/bin/sh\ncase $1 in freeze) kill -STOP ${pid};; thaw) kill -CONT ${pid};; esac\n`;
  await Deno.writeTextFile(`${folder}/systemctl`, text, { mode: 0o755 });
}

/** The stations; the instant of the data moves on when the cron ingests the same feed again. */
async function findStations(origin: string): Promise<unknown[]> {
  return (await (await fetch(`${origin}${SEARCH}`)).json()).data;
}

Deno.test("the embedded database is backed up while it runs, and the copy answers the same", async () => {
  const folder = await Deno.makeTempDir();
  const [dataDir, backups] = [`${folder}/data`, `${folder}/backups`];
  const server = startFeedServer({ kind: "feed", bytes: toFeed(toStations(60, "2026-06-05 12:00:00")) });
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
      await writeSystemctl(folder, service.pid);
      const { code, stderr } = await new Deno.Command(`${DEPLOY}backup.sh`, {
        args: [backups],
        env: { PATH: `${folder}:${Deno.env.get("PATH")}`, DATA_DIR: dataDir },
      }).output();
      deepEqual([code, new TextDecoder().decode(stderr)], [0, ""]);
      deepEqual(await findStations(origin), found, "the service goes on");
    });
    const names = [...Deno.readDirSync(backups)].map(({ name }) => name).sort();
    deepEqual([names.length, names[0]], [14, "jauge-20260512.tar.gz"]);
    const restored = `${folder}/restored/pglite`;
    await Deno.mkdir(restored, { recursive: true });
    const args = ["-xf", `${backups}/${names.at(-1)}`, "-C", restored];
    ok((await new Deno.Command("tar", { args }).output()).success);
    server.answer({ kind: "status", status: 500, body: "" });
    await withService({ ...env, DATA_DIR: `${folder}/restored` }, async (_service, origin) => {
      await waitUntilReady(origin);
      deepEqual(await findStations(origin), found);
    });
  } finally {
    await server.stop();
    await Deno.remove(folder, { recursive: true });
  }
});
