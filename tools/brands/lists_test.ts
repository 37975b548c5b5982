import { deepEqual, equal } from "node:assert/strict";
import { readCarburantApp, readPrixEssenceNord } from "./lists.ts";

async function withFile(text: string, work: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempFile();
  try {
    await Deno.writeTextFile(path, text);
    await work(path);
  } finally {
    await Deno.remove(path);
  }
}

const near = { enseigne: "Super U", source_enseigne: "OpenStreetMap", osm_id: "way/1", distance_osm_metres: 29 };

Deno.test("readCarburantApp() takes only what was read from an object of OpenStreetMap near the station", async () => {
  const stations = {
    "1000001": near,
    "1000002": { ...near, source_enseigne: "BANCO" },
    "1000003": { ...near, source_enseigne: "Adresse officielle" },
    "1000004": { ...near, source_enseigne: "Verification manuelle" },
    "1000005": { ...near, distance_osm_metres: 101 },
    "1000006": { ...near, distance_osm_metres: null },
    "1000007": { ...near, osm_id: "" },
  };
  await withFile(JSON.stringify({ generated_at: "2026-06-28T11:23:16+00:00", stations }), async (path) => {
    const { source, date, brands } = await readCarburantApp(path);
    deepEqual([source, date], ["carburant-app", "2026-06-28"]);
    deepEqual([...brands], [["1000001", "Système U"], ["1000002", "Système U"]]);
  });
});

Deno.test("readPrixEssenceNord() takes brands and own signs, but no descriptions", async () => {
  const text = "station_id,marque\n1000001,E. Leclerc\n1000002,Garage Bernard\n1000003,Station communale de Bure\n";
  await withFile(text, async (path) => {
    const { source, brands } = await readPrixEssenceNord(path);
    equal(source, "prix-essence-nord");
    deepEqual([...brands], [["1000001", "E.Leclerc"], ["1000002", "Garage Bernard"]]);
  });
});
