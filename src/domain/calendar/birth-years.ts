// The years that somebody who comes today can be born in, the latest first.
import type { PlainDate } from './plain-date.ts';

const OLDEST = 110;

export function birthYears(today: PlainDate): number[] {
  const year = Number(today.slice(0, 4));
  return Array.from({ length: OLDEST + 1 }, (_, index) => year - index);
}
