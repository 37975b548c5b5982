/** Distances on the ellipsoid by another method than the one that answers requests, so that both can be compared. @module */

type Point = { lat: number; lng: number };

const RADIANS = Math.PI / 180;
/** WGS 84: the equator's radius in metres, and the flattening. */
const [RADIUS_M, FLATTENING] = [6_378_137, 1 / 298.257223563];
const POLAR_M = RADIUS_M * (1 - FLATTENING);

type Angles = { sinSigma: number; cosSigma: number; sigma: number; cosSqAlpha: number; cos2SigmaM: number };

/** The angles of a geodesic on the auxiliary sphere, and the next approximation of its difference of longitude there. */
function approximate(u1: number, u2: number, { lambda, deltaLng }: { lambda: number; deltaLng: number }) {
  const [sinU1, cosU1, sinU2, cosU2] = [Math.sin(u1), Math.cos(u1), Math.sin(u2), Math.cos(u2)];
  const across = cosU2 * Math.sin(lambda);
  const along = cosU1 * sinU2 - sinU1 * cosU2 * Math.cos(lambda);
  const sinSigma = Math.hypot(across, along);
  const cosSigma = sinU1 * sinU2 + cosU1 * cosU2 * Math.cos(lambda);
  const sigma = Math.atan2(sinSigma, cosSigma);
  const sinAlpha = sinSigma === 0 ? 0 : cosU1 * cosU2 * Math.sin(lambda) / sinSigma;
  const cosSqAlpha = 1 - sinAlpha ** 2;
  const cos2SigmaM = cosSqAlpha === 0 ? 0 : cosSigma - 2 * sinU1 * sinU2 / cosSqAlpha;
  const c = FLATTENING / 16 * cosSqAlpha * (4 + FLATTENING * (4 - 3 * cosSqAlpha));
  const bent = cos2SigmaM + c * cosSigma * (2 * cos2SigmaM ** 2 - 1);
  const next = deltaLng + (1 - c) * FLATTENING * sinAlpha * (sigma + c * sinSigma * bent);
  return { angles: { sinSigma, cosSigma, sigma, cosSqAlpha, cos2SigmaM }, next };
}

function toMetres({ sinSigma, cosSigma, sigma, cosSqAlpha, cos2SigmaM: m }: Angles): number {
  const u = cosSqAlpha * (RADIUS_M ** 2 / POLAR_M ** 2 - 1);
  const a = 1 + u / 16384 * (4096 + u * (-768 + u * (320 - 175 * u)));
  const b = u / 1024 * (256 + u * (-128 + u * (74 - 47 * u)));
  const third = b / 6 * m * (4 * sinSigma ** 2 - 3) * (4 * m ** 2 - 3);
  const bent = b * sinSigma * (m + b / 4 * (cosSigma * (2 * m ** 2 - 1) - third));
  return POLAR_M * a * (sigma - bent);
}

/**
 * Metres along the ellipsoid of WGS 84 by Vincenty's inverse formula (1975), exact to a tenth of a millimetre for the short
 * distances asked here. Not for points nearly opposite on the globe, where it does not converge.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(Math.round(metresBetween({ lat: 48.8566, lng: 2.3522 }, { lat: 45.764, lng: 4.8357 })), 391713);
 * equal(metresBetween({ lat: 45, lng: 5 }, { lat: 45, lng: 5 }), 0);
 * ```
 */
export function metresBetween(from: Point, to: Point): number {
  const deltaLng = (to.lng - from.lng) * RADIANS;
  const [u1, u2] = [from, to].map(({ lat }) => Math.atan((1 - FLATTENING) * Math.tan(lat * RADIANS))) as [
    number,
    number,
  ];
  let lambda = deltaLng;
  for (let step = 0; step < 50; step++) {
    const { angles, next } = approximate(u1, u2, { lambda, deltaLng });
    if (Math.abs(next - lambda) < 1e-13) return toMetres(angles);
    lambda = next;
  }
  throw new RangeError("The two points lie nearly opposite on the globe");
}
