// Tells how long an institution keeps what, and changes it.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { slashed } from '#domain/calendar/office-dates.ts';
import { countDue, readPolicies, readPolicy } from '#server/privacy/policies.ts';
import { lockRecord } from '#server/records/record-version.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { refused } from '#wire/failure.ts';
import { openPrivacy, updatePrivacy } from './contract.ts';

export const privacyHandlers: Handler[] = [
  handle(openPrivacy, async (db, who) => {
    const { version, anonymiseFrom, ...policy } = await readPolicy(db, who.institutionCode);
    return {
      ...policy,
      ...(await countDue(db, policy, who.now)),
      anonymiseFrom: anonymiseFrom && anonymiseFrom > today(who.now) ? slashed(anonymiseFrom) : '',
      version: String(version),
    };
  }),

  handle(updatePrivacy, async (db, who, input) => {
    const { institutionCode, now } = who;
    await readPolicies(db, now, institutionCode);
    const key = { institution_code: institutionCode };
    const before = await lockRecord(db, 'institution_policies', key, input.version, [
      'reserve_years',
      'mail_days',
      'log_years',
    ]);
    if (input.reserveYears < before.reserve_years && !input.isConfirmed) await askFirst(db, who, input);
    who.trace.details = {
      changes: [
        { what: '予約データの保存', from: `${before.reserve_years}年`, to: `${input.reserveYears}年` },
        { what: 'メール本文の保存', from: `${before.mail_days}日`, to: `${input.mailDays}日` },
        { what: '操作履歴の保存', from: `${before.log_years}年`, to: `${input.logYears}年` },
      ].filter(({ from, to }) => from !== to),
    };
    const [after] = await update(db, institutionCode, input.reserveYears, input.mailDays, input.logYears);
    // What was kept until now may be due: every table is walked through anew.
    await beginAnew(db, institutionCode);
    return { version: String(after?.version) };
  }),
];

async function askFirst(db: Db, who: Administrator, { reserveYears, mailDays, logYears }: Input<typeof updatePrivacy>) {
  const { institutionCode, now } = who;
  const { reserveCount } = await countDue(db, { institutionCode, reserveYears, mailDays, logYears }, now);
  if (reserveCount === 0) return;
  const told = reserveCount.toLocaleString('ja-JP');
  throw refused(`${told} 件の予約データが匿名化されます。元に戻せません。更新しますか？`);
}

const update = query<{ version: number }>(`
  update institution_policies set reserve_years = $2, mail_days = $3, log_years = $4, version = version + 1
   where institution_code = $1 returning version`);

const beginAnew = query('delete from privacy_progress where institution_code = $1');
