// How running numbers are written as record codes, and the check digit of an insurer's.

/** Decimal with leading zeros, or null when the numbers of that width are used up. */

export function decimalCode(number: number, width: number): string | null {
  const text = String(number);
  return text.length > width ? null : text.padStart(width, '0');
}

/** Two characters, 0-9 then A-Z: 00 ... 09, 0A ... 0Z, 10 ...; the last one, ZZ, means the whole day and is never given. */
export function pairCode(number: number): string | null {
  return number >= 36 * 36 - 1 ? null : number.toString(36).toUpperCase().padStart(2, '0');
}

/**
 * Of an insurer number (保険者番号), by which a slip of the keyboard shows. Of 8 digits, or 6 with 00 before them: the others are taken twice and
 * once in turn, from the right, and the digits of what comes of it make ten times something together with the last.
 */
export function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((sum, digit, at) => {
    const product = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return sum + Math.floor(product / 10) + (product % 10);
  }, 0);
  return /^[0-9]{8}$/.test(number) && sum % 10 === 0;
}
