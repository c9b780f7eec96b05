// Lighthouse's performance score for phones, worked out from what was measured here. Its documentation gives the weights (version 10 and later)
// and, for each metric, the value that 10 of 100 sites stay below and the one that half of them do, between which a log-normal curve runs.

export interface Scored {
  fcp: number;
  lcp: number;
  /** Total blocking time: what tasks take beyond 50 ms each, after the first paint. */
  tbt: number;
  cls: number;
}

interface Curve {
  weight: number;
  best: number;
  median: number;
  of(page: Scored): number;
}

const CURVES: readonly Curve[] = [
  { weight: 0.1, best: 1800, median: 3000, of: ({ fcp }) => fcp },
  // The speed index needs pictures of every moment. It never is later than the last paint that matters, so that one stands for it.
  { weight: 0.1, best: 3387, median: 5800, of: ({ lcp }) => lcp },
  { weight: 0.25, best: 2500, median: 4000, of: ({ lcp }) => lcp },
  { weight: 0.3, best: 200, median: 600, of: ({ tbt }) => tbt },
  { weight: 0.25, best: 0.1, median: 0.25, of: ({ cls }) => cls },
];

/** How many standard deviations the tenth of a normal distribution lies below its middle. */
const TENTH = 1.2815515655446004;

/** How much of the standard normal distribution lies above; Abramowitz and Stegun, 26.2.17, to seven digits. */
function above(z: number): number {
  if (z < 0) return 1 - above(-z);
  const t = 1 / (1 + 0.2316419 * z);
  const series = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = series.reduceRight((rest, factor) => (rest + factor) * t, 0);
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum;
}

/** 0.9 at the best, 0.5 at the median, 1 where nothing took any time. */
function scoreOn({ best, median }: Curve, value: number): number {
  if (value <= 0) return 1;
  return above((Math.log(value / median) / Math.log(median / best)) * TENTH);
}

/** 0 to 100. */
export const scoreOf = (page: Scored) =>
  Math.round(100 * CURVES.reduce((sum, curve) => sum + curve.weight * scoreOn(curve, curve.of(page)), 0));
