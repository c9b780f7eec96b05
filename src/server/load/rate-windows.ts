// What the rate limits remember: how many calls of whom came within a minute. By a clock that only goes forward: with one that is
// set back by an hour, as after a machine's wrong time was mended, whoever had used up a minute's calls would be refused for an hour.
import { LruCache } from '#domain/lru-cache.ts';

interface Window {
  calls: number;
  began: number;
}

/** So many addresses are remembered; the one that has not been heard of for the longest goes. */
const MOST = 5_000;

type Done = (error: Error | null, result: { current: number; ttl: number }) => void;

export class RateWindows {
  readonly #windows = new LruCache<string, Window>(MOST);

  incr(key: string, done: Done, windowMs: number): void {
    const now = performance.now();
    const known = this.#windows.get(key);
    const isOpen = known !== undefined && now - known.began < windowMs;
    const window = isOpen ? { calls: known.calls + 1, began: known.began } : { calls: 1, began: now };
    this.#windows.set(key, window);
    done(null, { current: window.calls, ttl: Math.ceil(window.began + windowMs - now) });
  }

  child(): RateWindows {
    return new RateWindows();
  }
}
