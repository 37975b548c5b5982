/**
 * Makes `static/THIRD_PARTY_NOTICES.txt`: the licence texts of the packages in `deno.lock`, which
 * each copy of the service must include.
 *
 * @module
 */

import { readdirSync } from "node:fs";

const ROOT = new URL("..", import.meta.url).pathname;
const RULE = "=".repeat(80);

/** Licences (SPDX names) under which a package may ship. */
const ALLOWED = [
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MPL-2.0",
];

/** A package or program that ships; `text` is empty if its licence is not known. */
export type Shipped = { name: string; licence: string; text: string };

/** Copyright lines for packages that ship no licence text. */
const HOLDERS: Record<string, string> = {
  "@nodable/entities": "Copyright (c) Amit Gupta (https://solothought.com)",
  "@resvg/resvg-wasm": "Copyright (c) 2021-present, yisibl (https://github.com/yisibl/resvg-js)",
  "http_ece": "Copyright (c) Martin Thomson",
  "pg-types": "Copyright (c) 2014 Brian M. Carlson",
  "pgpass": "Copyright (c) 2013-2016 Hannes Hörl",
  "xz-decompress": "Copyright (c) Tim Perry, Steve Sanderson (xzwasm), Igalia, S.L. (walloc)",
};

/** Programs compiled into the packages of the embedded database: name, licence, copyright. */
const CONTAINED = [
  [
    "PostgreSQL, in @electric-sql/pglite",
    "PostgreSQL",
    "Portions Copyright (c) 1996-2026, PostgreSQL Global Development Group\n" +
    "Portions Copyright (c) 1994, The Regents of the University of California",
  ],
  [
    "PostGIS, in @electric-sql/pglite-postgis (source: https://postgis.net)",
    "GPL-2.0-or-later",
    "Copyright (c) PostGIS contributors",
  ],
  [
    "GEOS, in @electric-sql/pglite-postgis (source: https://libgeos.org)",
    "LGPL-2.1-or-later",
    "Copyright (c) GEOS contributors",
  ],
  [
    "PROJ, in @electric-sql/pglite-postgis",
    "MIT",
    "Copyright (c) 2000, Frank Warmerdam, and PROJ contributors",
  ],
  [
    "json-c, in @electric-sql/pglite-postgis",
    "MIT",
    "Copyright (c) 2009-2012 Eric Haszlakiewicz, 2004-2005 Metaparadigm Pte Ltd",
  ],
  ["libxml2, in @electric-sql/pglite-postgis", "MIT", "Copyright (c) 1998-2012 Daniel Veillard"],
] as const;

async function readText(licence: string): Promise<string> {
  return await Deno.readTextFile(`${ROOT}tools/notices/${licence}.txt`);
}

async function readPackage(name: string, version: string): Promise<Shipped> {
  const place = `${ROOT}node_modules/.deno/${name.replace("/", "+")}@${version}/node_modules`;
  const { license } = JSON.parse(await Deno.readTextFile(`${place}/${name}/package.json`));
  const licence = String(license);
  const file = readdirSync(`${place}/${name}`).find((file) => /^licen[cs]e/i.test(file));
  const read = async () => {
    if (file) return (await Deno.readTextFile(`${place}/${name}/${file}`)).replaceAll("\r", "");
    return name in HOLDERS ? `${HOLDERS[name]}\n\n${await readText(licence)}` : "";
  };
  return { name: `${name} ${version}`, licence, text: await read() };
}

/**
 * Returns all packages that ship. Skips packages for one platform, which only contain the program
 * of esbuild.
 */
export async function readShipped(): Promise<Shipped[]> {
  const { npm } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.lock`)) as {
    npm: Record<string, { os?: string[] }>;
  };
  const keys = Object.entries(npm).filter(([, { os }]) => !os).map(([key]) => key);
  // Peers follow the version, as in `@preact/signals@2.11.4_preact@10.29.8`.
  return await Promise.all(keys.map((key) => {
    const [, name, version] = /^(.[^@]*)@([^_]+)/.exec(key)!;
    return readPackage(name!, version!);
  }));
}

/**
 * Returns a fault for each package without a licence text or with a licence that is not allowed.
 */
export function findFaults(packages: readonly Shipped[]): string[] {
  return packages.flatMap(({ name, licence, text }) => {
    if (!ALLOWED.includes(licence)) return [`${name}: the licence ${licence} is not allowed`];
    return text ? [] : [`${name}: no text of its licence`];
  });
}

/** Returns the text of the notices. Throws an Error that lists the packages that may not ship. */
export async function makeNotices(): Promise<string> {
  const packages = await readShipped();
  const faults = findFaults(packages);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const contained = await Promise.all(CONTAINED.map(async ([name, licence, holder]) => ({
    name,
    licence,
    text: `${holder}\n\n${await readText(licence)}`,
  })));
  const byText = Map.groupBy([...packages, ...contained], ({ text }) => text.trim());
  const sections = [...byText].map(([text, same]) => {
    const names = same.map(({ name, licence }) => `${name} (${licence})`).join("\n");
    return `${RULE}\n${names}\n\n${text}\n`;
  });
  return `What Jauge is made of, besides its own code, and the licence of each part.
Written by \`deno task gen\` from the packages of deno.lock; never edited.

${sections.join("\n")}`;
}
