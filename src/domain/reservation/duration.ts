// How long a visit takes, read from what a course says of it in words.
import { LruCache } from '#domain/lru-cache.ts';

const DAY = 24 * 60;
const HOURS_AND_MINUTES = /(?:(\d+(?:\.\d+)?)時間(?:(半)|と?(\d+)分)?)|(\d+)分/g;

const known = new LruCache<string, { minutes: number | null }>(1000);

/** In minutes, the longest where several are named (「2〜3時間」); null where none can be read (「半日」). */
export const parseDuration = (words: string) => known.getOrMake(words, () => ({ minutes: parse(words) })).minutes;

function parse(words: string): number | null {
  const read = [...words.normalize('NFKC').replaceAll(/\s/g, '').matchAll(HOURS_AND_MINUTES)].map(
    ([, hours = 0, half, rest = 0, minutes = 0]) => Number(hours) * 60 + (half ? 30 : Number(rest)) + Number(minutes),
  );
  const longest = Math.round(Math.max(0, ...read));
  return longest > 0 && longest <= DAY ? longest : null;
}
