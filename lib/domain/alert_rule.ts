/**
 * Defines a rule of alerts (where, which fuel, the news that counts, when its messages may come)
 * and the device that has it.
 *
 * @module
 */

import { z } from "zod";
import { FUELS } from "../shared/fuels.ts";
import { keyText } from "./key_text.ts";

/** A cell is as coarse as a village, so that a stored rule does not say where a person lives. */
const CELL_DEGREES = 0.05;

const radiusKm = z.int().min(1).max(50).describe("Radius in kilometres");
const degrees = (most: number) => z.number().min(-most).max(most).multipleOf(CELL_DEGREES);

const where = z.union([
  z.strictObject({
    ids: z.array(z.string().regex(/^[1-9]\d{0,8}$/)).min(1).max(50)
      .overwrite((ids) => [...new Set(ids)]).describe("Ids of stations, each once"),
    radius_km: radiusKm.optional(),
  }),
  z.strictObject({
    // France lies far from the poles, where a degree of longitude has no length
    cell: z.strictObject({ lat: degrees(60), lng: degrees(180) }).describe(
      "Degrees, in whole steps of 0.05",
    ),
    radius_km: radiusKm,
  }),
]);

const when = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("at_most").describe("A price comes down to a limit, or falls further below it"),
    price_milli: z.int().min(1).max(9_999).describe("Thousandths of a euro per litre"),
  }),
  z.strictObject({
    kind: z.literal("cheapest").describe(
      "The lowest price of the stations falls, or any change of it",
    ),
    fall_milli: z.int().min(0).max(500).describe(
      "Thousandths of a euro; 0: any change of price or station",
    ),
  }),
  z.strictObject({
    kind: z.literal("stock").describe("A station has the fuel again, or has run out of it"),
  }),
  z.strictObject({
    kind: z.literal("best").describe(
      "One of the ids becomes the cheapest within the radius of itself",
    ),
  }),
]);

/** The rule of an alert, as pages send it and the database stores it. */
export const alertRule = z.strictObject({
  fuel: z.enum(FUELS).describe("Code of the fuel"),
  where,
  when,
  every_h: z.int().min(1).max(168).default(6).describe("Hours between two messages, at least"),
  at_night: z.boolean().default(false).describe(
    "Whether messages may come from 22 to 7 h in Paris",
  ),
}).refine(
  (rule) => rule.when.kind !== "best" || "ids" in rule.where,
  "Only stations by id can become the cheapest",
);

/** A rule, checked. */
export type AlertRule = z.infer<typeof alertRule>;

// its host is checked when a subscription is stored, and whenever something is sent there
const endpoint = z.url({ protocol: /^https?$/, normalize: true }).max(1_000).pipe(keyText);
const subscription = z.object({
  endpoint,
  // a point of P-256 and a secret of 16 bytes, in base64url, that encrypt messages
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
});

/**
 * A browser's push subscription: what `PushSubscription.toJSON()` gives; further fields are not
 * stored.
 */
export type Subscription = z.infer<typeof subscription>;

/**
 * A device's new state: its subscription, to which the rules of the `endpoint` before move, a rule
 * to add, the id of one to delete.
 */
export const deviceChange = z.strictObject({
  endpoint: endpoint.optional().describe("That of the subscription which the server has"),
  subscription: subscription.optional(),
  rule: alertRule.optional().describe("A new one"),
  ended: keyText.max(32).optional().describe("Id of a rule"),
  lang: z.enum(["fr", "en"]),
}).refine(({ rule, subscription }) => !rule || subscription, "A rule needs a subscription");

/** A device's new state, checked. */
export type DeviceChange = z.infer<typeof deviceChange>;

/** The hour in Paris from which no message is sent, unless the rule wants it. */
export const NIGHT_FROM_H = 22;
/** The hour in Paris until which none is. */
export const NIGHT_TO_H = 7;
