/**
 * Installs what the tests need from the machine, or explains in one sentence what is missing.
 *
 * @module
 */

import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { findPostgresBin } from "./cluster.ts";

type Need = { what: string; isInstalled(): boolean | Promise<boolean>; packages: string[] };

/**
 * The headless shell is Chromium without its windows, and needs three fifths of the processor time
 * for the same pages.
 */
const CHROMIUM = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];

function isOnPath(program: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").some((folder) =>
    existsSync(`${folder}/${program}`)
  );
}

/** Returns whether PostGIS's control file is where PostgreSQL looks for extensions. */
async function hasPostgis(): Promise<boolean> {
  const bin = await findPostgresBin();
  if (!bin) return false;
  const { stdout } = await new Deno.Command(`${bin}/pg_config`, { args: ["--sharedir"] }).output();
  return existsSync(`${new TextDecoder().decode(stdout).trim()}/extension/postgis.control`);
}

/** Returns the path of the preferred installed Chromium, or null. */
export function findChromium(): string | null {
  return CHROMIUM.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path)) ?? null;
}

const NEEDS = {
  postgres: {
    what: "PostgreSQL 15 or newer",
    isInstalled: async () => await findPostgresBin() !== null,
    packages: ["postgresql-15"],
  },
  postgis: {
    what: "PostGIS 3.3 or newer",
    isInstalled: hasPostgis,
    packages: ["postgresql-15-postgis-3"],
  },
  chromium: {
    what: "Chromium",
    isInstalled: () => findChromium() !== null,
    packages: ["chromium-headless-shell"],
  },
  fonts: {
    what: "the DejaVu fonts",
    isInstalled: () => existsSync("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"),
    packages: ["fonts-dejavu-core"],
  },
  pgbouncer: {
    what: "pgbouncer",
    isInstalled: () => existsSync("/usr/sbin/pgbouncer"),
    packages: ["pgbouncer"],
  },
  caddy: { what: "Caddy", isInstalled: () => existsSync("/usr/bin/caddy"), packages: ["caddy"] },
  haproxy: {
    what: "HAProxy",
    isInstalled: () => existsSync("/usr/sbin/haproxy"),
    packages: ["haproxy"],
  },
  promtool: {
    what: "promtool",
    isInstalled: () => existsSync("/usr/bin/promtool"),
    packages: ["prometheus"],
  },
  openssl: { what: "openssl", isInstalled: () => isOnPath("openssl"), packages: ["openssl"] },
  curl: { what: "curl", isInstalled: () => isOnPath("curl"), packages: ["curl"] },
  xz: { what: "xz", isInstalled: () => isOnPath("xz"), packages: ["xz-utils"] },
} satisfies Record<string, Need>;

export type NeedName = keyof typeof NEEDS;

async function findMissing(names: readonly NeedName[]): Promise<NeedName[]> {
  const missing: NeedName[] = [];
  for (const name of names) if (!await NEEDS[name].isInstalled()) missing.push(name);
  return missing;
}

const LOCK_TRIES = 60;
const LOCK_PAUSE_MS = 5_000;

/**
 * Runs apt-get. A new machine often updates itself: apt waits for one of its locks, and this
 * function for the others.
 */
async function runApt(args: string[]): Promise<boolean> {
  const options = ["-qq", "-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3"];
  const env = { DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" };
  for (let tries = 1;; tries++) {
    const command = new Deno.Command("apt-get", {
      args: [...options, ...args],
      env,
      stdout: "null",
      stderr: "piped",
    });
    const { success, stderr } = await command.output();
    const reason = new TextDecoder().decode(stderr);
    const isLocked = !success && /could not get lock|unable to lock/i.test(reason);
    if (!isLocked || tries === LOCK_TRIES) {
      if (!success) console.error(reason.trimEnd());
      return success;
    }
    await delay(LOCK_PAUSE_MS);
  }
}

/** Package names in releases that lack the preferred ones. */
const FALLBACKS: Partial<Record<string, string>> = {
  "postgresql-15": "postgresql",
  "postgresql-15-postgis-3": "postgresql-postgis",
  "chromium-headless-shell": "chromium",
};

const MEMORY_DIR = "/dev/shm";
const MIN_FREE_BYTES = 4 * 2 ** 30;

/**
 * Returns the folder for temporary files, or null for the system's. Where 4 GiB of memory are free
 * it is in memory, which makes databases three times as fast.
 */
export async function findTempDir(): Promise<string | null> {
  try {
    const { bavail, bsize } = await statfs(MEMORY_DIR);
    return bavail * bsize >= MIN_FREE_BYTES ? MEMORY_DIR : null;
  } catch {
    return null;
  }
}

async function install(packages: string[]): Promise<void> {
  console.log(`Installing ${packages.join(", ")}`);
  await runApt(["update"]);
  const add = (names: string[]) => runApt(["install", "-y", "--no-install-recommends", ...names]);
  if (await add(packages)) return;
  await add(packages.map((name) => FALLBACKS[name] ?? name));
}

/**
 * Installs the missing packages of `names`, on Debian as root. Returns those still missing, with
 * advice.
 */
export async function provide(
  names: readonly NeedName[],
): Promise<{ name: NeedName; advice: string }[]> {
  const missing = await findMissing(names);
  const canInstall = Deno.uid() === 0 && isOnPath("apt-get");
  if (missing.length > 0 && canInstall) {
    await install(missing.flatMap((name) => NEEDS[name].packages));
  }
  return (await findMissing(missing)).map((name) => {
    const { what, packages } = NEEDS[name];
    return {
      name,
      advice: `${what} is missing (on Debian: apt-get install ${packages.join(" ")})`,
    };
  });
}
