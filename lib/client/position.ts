/** The visitor's position, asked for on a click only. @module */

/** Where the visitor is, to a thousandth of a degree (100 m), or why that is not known. */
export type Position = { ok: true; lat: number; lng: number } | { ok: false; reason: "refused" | "failed" };

const TIMEOUT_MS = 10_000;
const MAX_AGE_MS = 60_000;

function round(degrees: number): number {
  return Math.round(degrees * 1000) / 1000;
}

/** Asks the browser, which asks the visitor. Never throws. */
export function askPosition(): Promise<Position> {
  return new Promise((resolve) => {
    if (!("geolocation" in navigator)) return resolve({ ok: false, reason: "failed" });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ ok: true, lat: round(coords.latitude), lng: round(coords.longitude) }),
      ({ code, PERMISSION_DENIED }) =>
        resolve({ ok: false, reason: code === PERMISSION_DENIED ? "refused" : "failed" }),
      { timeout: TIMEOUT_MS, maximumAge: MAX_AGE_MS },
    );
  });
}
