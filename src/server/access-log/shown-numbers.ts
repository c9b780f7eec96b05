// Which reservations an answer has shown, so that "who has seen my data" has an answer: every contract names their numbers alike.

/** Of a longer list the entry has its conditions and the count. */
export const MOST_NUMBERS = 1000;

const NAMES = ['number', 'reservationNumber'] as const;
const isNumber = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 100_000_000;

/** Gathers them; nothing is looked at once there are too many. */
export function gatherNumbers(answer: unknown, into: Set<number>): Set<number> {
  if (typeof answer !== 'object' || answer === null || into.size > MOST_NUMBERS) return into;
  if (Array.isArray(answer)) {
    for (const one of answer) gatherNumbers(one, into);
    return into;
  }
  for (const name of NAMES) {
    const value = (answer as Record<string, unknown>)[name];
    if (isNumber(value)) into.add(value);
  }
  for (const value of Object.values(answer)) if (typeof value === 'object') gatherNumbers(value, into);
  return into;
}

/** As an entry has them; none where there are too many, or where it names the only one already. */
export function numbersOf(shown: Iterable<number>, subject: string): number[] | undefined {
  const numbers = [...new Set(shown)];
  const isTold = numbers.length === 1 && String(numbers[0]) === subject;
  return numbers.length === 0 || numbers.length > MOST_NUMBERS || isTold ? undefined : numbers;
}
