// npm run torture -- soak MINUTES [--seed n] [--rate acts per second]: see soak.ts.
import { reportOn } from '#server/verify/verify.ts';
import { ranAt, writeBetween } from './report.ts';
import { soak, soakTable } from './soak.ts';

/** Says whether all stayed as it must. */
export async function runSoak(minutes: number, seed: number, perSecond: number): Promise<boolean> {
  const soaked = await soak({ minutes, seed, perSecond }, (line) => console.log(`     ${line}`));
  const { acts, bookings, mails, wrong, violations } = soaked;
  const isRight = wrong.length === 0 && violations.length === 0;
  const head = `${minutes} minutes at ${perSecond} acts a second: ${acts} acts, ${bookings} bookings, ${mails} mails; seed ${seed}; ${ranAt()}.`;
  const end = isRight
    ? 'All stayed as it must, and every check of `verify` is right.'
    : '**Not all stayed as it must.**';
  const table = soakTable(soaked);
  console.log([head, ...table, ...wrong.map((line) => `FAIL ${line}`), reportOn(violations), end].join('\n'));
  writeBetween('soak', ['', head, '', ...table, '', end, '']);
  return isRight;
}
