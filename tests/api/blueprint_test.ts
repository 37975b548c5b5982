import { deepEqual, equal, ok } from "../support/assert.ts";
import { parse, type ScalarTag } from "../packages/yaml.ts";
import { paramsOf } from "../../lib/operations/input.ts";
import { searchStations } from "../../lib/operations/stations/search_stations.ts";
import { nearbyEntrySchema } from "../../lib/domain/wire.ts";

const readDocument = (name: string) =>
  Deno.readTextFile(new URL(`../../docs/${name}`, import.meta.url));

const SENSOR = /```yaml\n(rest:[^]*?)```/;

Deno.test("the Home Assistant blueprint is YAML whose inputs are declared and used", async () => {
  const used: string[] = [];
  const input: ScalarTag = {
    tag: "!input",
    resolve: (name) => {
      used.push(name);
      return { input: name };
    },
  };
  const text = await readDocument("home_assistant/fuel_price.yaml");
  const { blueprint, triggers, variables, actions } = parse(text, {
    customTags: [input],
    strict: true,
  });
  equal(blueprint.domain, "automation");
  deepEqual([...new Set(used)].sort(), Object.keys(blueprint.input).sort());
  for (
    const { name, selector } of Object.values<{ name: string; selector: object }>(blueprint.input)
  ) {
    ok(name && Object.keys(selector).length === 1);
  }
  deepEqual([triggers[0].trigger, actions], ["numeric_state", { input: "actions" }]);
  const named = [...JSON.stringify(blueprint.input.actions.default).matchAll(/{{ (\w+) }}/g)].map((
    [, name],
  ) => name);
  deepEqual(named.sort(), Object.keys(variables).sort());
});

Deno.test("the blueprint's sensor requests a search, and reads fields that the response has", async () => {
  const { rest: [{ resource_template: address, sensor: [sensor] }] } = parse(
    SENSOR.exec(await readDocument("alerts.md"))![1]!,
  );
  const { pathname, searchParams } = new URL(address.replace(/{{[^}]*}}/g, "1"));
  equal(pathname, searchStations.path);
  const params = paramsOf(searchStations).map(({ name }) => name);
  for (const name of searchParams.keys()) ok(params.includes(name), name);
  for (const name of sensor.json_attributes) ok(name in nearbyEntrySchema.shape, name);
});
