// What the time of an answer tells: log-ins and reissues of somebody who is known, against somebody who is not.
import { startService } from './kit.ts';

const PORT = 18_085;
const KNOWN = 'hanako@example.jp';
const UNKNOWN = 'nobody@example.jp';
const HOUSE = '10000001';
/** Medians may differ by so much. */
const WITHIN = 0.05;
const AT_ONCE = 2;
const UNLIMITED = '1000000';

type Ask = (isKnown: boolean) => Promise<unknown>;

/** One after the other by turns, a known one and an unknown one, so that what else the machine does hits both alike. */
async function compare(ask: Ask, attempts: number): Promise<{ known: number; unknown: number }> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  let left = attempts;
  const work = async () => {
    while (left-- > 0) {
      const isKnown = left % 2 === 0;
      const start = performance.now();
      await ask(isKnown);
      times[isKnown ? 'known' : 'unknown'].push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { known: median(times.known), unknown: median(times.unknown) };
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

export async function benchTiming(attempts = 5000): Promise<boolean> {
  const service = await startService(PORT, {
    LOGIN_FREE_TRIES: UNLIMITED,
    LOGIN_LOCK_AFTER: UNLIMITED,
    LOGIN_ADDRESS_FAILING_USERS: UNLIMITED,
    REISSUE_TRIES_PER_HOUR: UNLIMITED,
  });
  const post = async (path: string, form: Record<string, string>, wanted: number) => {
    const response = await fetch(`${service.base}${path}`, { method: 'POST', body: new URLSearchParams(form) });
    if (response.status !== wanted) throw new Error(`${path} answered ${response.status}`);
    await response.arrayBuffer();
  };
  const mailOf = (isKnown: boolean) => (isKnown ? KNOWN : UNKNOWN);
  const wrong = { grant_type: 'password', password: 'Wrong#2026' };
  const born = { btdyYear: '1974', btdyMonth: '6', btdyDate: '12' };
  const calls: Record<string, Ask> = {
    'log-in': (isKnown) => post('/Token', { ...wrong, username: `${HOUSE}_${mailOf(isKnown)}` }, 400),
    reissue: (isKnown) =>
      post('/api/CommonForgetPassword/ReissuePassword', { ircd: HOUSE, email: mailOf(isKnown), ...born }, 200),
  };
  try {
    let met = true;
    for (const [name, ask] of Object.entries(calls)) {
      await compare(ask, Math.min(100, attempts));
      const { known, unknown } = await compare(ask, attempts);
      const ratio = known / unknown;
      const good = Math.abs(ratio - 1) <= WITHIN;
      met &&= good;
      const goal = `(wanted 1 ± ${WITHIN}${good ? '' : ', MISSED'})`;
      const medians = `[medians ${known.toFixed(2)} and ${unknown.toFixed(2)} ms of ${attempts}]`;
      console.log(`${ratio.toFixed(3)}  ${name}, known over unknown ${goal}  ${medians}`);
    }
    return met;
  } finally {
    await service.stop();
  }
}
