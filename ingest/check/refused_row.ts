/** Rows that the check turns away: without reasons by code nobody could count them or find them again. @module */

/** Every reason for refusing a row, with what it means to a person. */
export const ROW_REASONS = {
  bad_station_id: "The station's id is no whole number without a leading zero; the station is left out",
  duplicate_station: "The station occurs again later in the same feed; the later one counts",
  bad_postal_code: "The postal code has not five digits; the station has no department",
  bad_hours: "Opening hours hold a time that is none; the slot is left out",
  unknown_fuel: "The fuel is none of the six",
  bad_time: "The time is no date and time",
  future_time: "The time lies in the future",
  too_old: "A price before 2007, when the State began to collect them",
  impossible_stock_out: "A stock-out before 2000, or one that ends before it begins",
  impossible_closure: "A closure before 2000, or one that ends before it begins",
  bad_price: "The price is no positive number",
  implausible_price: "The price lies outside the bounds of its fuel",
  petrol_price: "E85 or GPLc at the price of petrol",
  duplicate_price: "The fuel has another price of the same instant; the one read last counts",
} as const;

/** Code of a reason. */
export type RowReason = keyof typeof ROW_REASONS;

/** A refused row: the station's id as it came, why, and the row's words as they came. */
export type RefusedRow = { stationId: string; reason: RowReason; raw: string };
