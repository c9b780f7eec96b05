// The check digit of an insurer number (保険者番号), by which a slip of the keyboard shows.

/**
 * Of 8 digits, or 6 with 00 before them: the others are taken twice and once in turn, from the right, and the digits of what comes of it
 * make ten times something together with the last.
 */
export function hasCheckDigit(number: string): boolean {
  const sum = [...number].reverse().reduce((sum, digit, at) => {
    const product = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return sum + Math.floor(product / 10) + (product % 10);
  }, 0);
  return /^[0-9]{8}$/.test(number) && sum % 10 === 0;
}
