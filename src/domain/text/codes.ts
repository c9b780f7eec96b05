// How running numbers are written as record codes.

/** Decimal with leading zeros, or null when the numbers of that width are used up. */
export function decimalCode(number: number, width: number): string | null {
  const text = String(number);
  return text.length > width ? null : text.padStart(width, '0');
}

/** Two characters, 0-9 then A-Z: 00 ... 09, 0A ... 0Z, 10 ...; the last one, ZZ, means the whole day and is never given. */
export function pairCode(number: number): string | null {
  return number >= 36 * 36 - 1 ? null : number.toString(36).toUpperCase().padStart(2, '0');
}
