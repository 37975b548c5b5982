/** Recognises prices that result from a typing error in another price. @module */

/**
 * Maximum distance of a corrected price from the known one, in percent of it: prices move from day
 * to day.
 */
export const SLIP_PERCENT = 0.5;

function isNear(priceMilli: number, knownMilli: number): boolean {
  return 100 * Math.abs(priceMilli - knownMilli) <= SLIP_PERCENT * knownMilli;
}

function toDigits(priceMilli: number): string {
  return String(priceMilli).padStart(4, "0");
}

/** Returns the prices that become this one if two of their digits are swapped. */
function swapDigits(priceMilli: number): number[] {
  const digits = toDigits(priceMilli);
  return [0, 1, 2, 3].flatMap((first) =>
    [1, 2, 3].filter((second) => second > first).map((second) => {
      const swapped = [...digits];
      swapped[first] = digits[second]!;
      swapped[second] = digits[first]!;
      return Number(swapped.join(""));
    })
  );
}

/**
 * Returns the first three digits of a price after one digit is left out or typed twice, so that the
 * others shift.
 */
function shiftDigits(priceMilli: number): string[] {
  const digits = toDigits(priceMilli);
  return [0, 1, 2].flatMap((at) => [
    digits.slice(0, at) + digits.slice(at + 1),
    (digits.slice(0, at + 1) + digits.slice(at)).slice(0, 3),
  ]).filter((shifted) => !digits.startsWith(shifted));
}

/**
 * Returns whether a typing error explains a price in thousandths of a euro. Compared with the
 * station's usual price (null if unknown), two digits are swapped, digits are shifted or the first
 * digit differs; or it is the price of another fuel of the station.
 */
export function isTypingSlip(
  priceMilli: number,
  usualMilli: number | null,
  otherFuelsMilli: readonly number[],
): boolean {
  if (otherFuelsMilli.some((milli) => isNear(priceMilli, milli))) return true;
  if (usualMilli === null) return false;
  const corrected = [...swapDigits(priceMilli), priceMilli - 1000, priceMilli + 1000];
  return corrected.some((milli) => isNear(milli, usualMilli)) ||
    shiftDigits(usualMilli).includes(toDigits(priceMilli).slice(0, 3));
}
