// Random choices that follow from a seed, so that a failure can be replayed.

export interface Random {
  /** From 0 up to but not including n. */
  below(n: number): number;
  between(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
  chance(percent: number): boolean;
}

/** Mulberry32: small, fast, and good enough to choose acts. */
export function randomOf(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n: number) => Math.floor(next() * n);
  return {
    below,
    between: (from, to) => from + below(to - from + 1),
    pick: (items) => {
      if (items.length === 0) throw new Error('nothing to pick from');
      return items[below(items.length)]!;
    },
    chance: (percent) => below(100) < percent,
  };
}
