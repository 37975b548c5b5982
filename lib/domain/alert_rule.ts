/**
 * Defines an alert rule (where, which fuel, which news, when its messages may be sent) and the
 * device that owns it.
 *
 * @module
 */

import { z } from "zod";
import { FUELS } from "../shared/fuels.ts";
import { keyText } from "./key_text.ts";

/** A cell is as large as a village, so that a stored rule does not reveal where a person lives. */
const CELL_DEGREES = 0.05;

const radiusKm = z.int().min(1).max(50).describe("Radius in kilometres");
const degrees = (most: number) => z.number().min(-most).max(most).multipleOf(CELL_DEGREES);

const where = z.union([
  z.strictObject({
    ids: z.array(z.string().regex(/^[1-9]\d{0,8}$/)).min(1).max(50)
      .overwrite((ids) => [...new Set(ids)]).describe("Station IDs, each once"),
    radius_km: radiusKm.optional(),
  }),
  z.strictObject({
    // France is far from the poles, where a degree of longitude has no length.
    cell: z.strictObject({ lat: degrees(60), lng: degrees(180) }).describe(
      "Degrees, in whole steps of 0.05",
    ),
    radius_km: radiusKm,
  }),
]);

const when = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("at_most").describe("A price falls to a limit, or further below it"),
    price_milli: z.int().min(1).max(9_999).describe("Thousandths of a euro per litre"),
  }),
  z.strictObject({
    kind: z.literal("cheapest").describe(
      "The lowest price of the stations falls or, if fall_milli is 0, changes",
    ),
    fall_milli: z.int().min(0).max(500).describe(
      "Thousandths of a euro; 0 for any change of price or station",
    ),
  }),
  z.strictObject({
    kind: z.literal("stock").describe("A station has the fuel again, or has run out of it"),
  }),
  z.strictObject({
    kind: z.literal("best").describe(
      "One of the stations becomes the cheapest within the radius around it",
    ),
  }),
]);

/** The rule of an alert, as pages send it and the database stores it. */
export const alertRule = z.strictObject({
  fuel: z.enum(FUELS).describe("Code of the fuel"),
  where,
  when,
  every_h: z.int().min(1).max(168).default(6).describe("Minimum hours between two messages"),
  at_night: z.boolean().default(false).describe(
    "Whether messages may come from 22 to 7 h in Paris",
  ),
}).refine(
  (rule) => rule.when.kind !== "best" || "ids" in rule.where,
  "Only stations by id can become the cheapest",
);

/** A validated rule. */
export type AlertRule = z.infer<typeof alertRule>;

// Its host is checked when a subscription is stored and whenever a message is sent.
const endpoint = z.url({ protocol: /^https?$/, normalize: true }).max(1_000).pipe(keyText);
const subscription = z.object({
  endpoint,
  // A P-256 point and a secret of 16 bytes in base64url, which encrypt messages.
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
});

/**
 * A browser's push subscription, as `PushSubscription.toJSON()` returns it. Other fields are not
 * stored.
 */
export type Subscription = z.infer<typeof subscription>;

/**
 * A change to a device: its subscription, which takes over the rules of the previous `endpoint`; a
 * rule to add; the ID of a rule to delete.
 */
export const deviceChange = z.strictObject({
  endpoint: endpoint.optional().describe("Endpoint of the stored subscription"),
  subscription: subscription.optional(),
  rule: alertRule.optional().describe("Rule to add"),
  ended: keyText.max(32).optional().describe("ID of the rule to delete"),
  lang: z.enum(["fr", "en"]),
}).refine(({ rule, subscription }) => !rule || subscription, "A rule needs a subscription");

/** A validated change to a device. */
export type DeviceChange = z.infer<typeof deviceChange>;

/** The hour in Paris from which no message is sent, unless the rule allows it. */
export const NIGHT_FROM_H = 22;
/** The hour in Paris until which no message is sent. */
export const NIGHT_TO_H = 7;
