// Shows how long an institution keeps what, and changes it.
import { writeShortenings } from '#backoffice/shared/shortenings.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { countDue, NOTICE_DAYS, readPolicies, readPolicy } from '#server/privacy/policies.ts';
import { lockRecord } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { refused } from '#wire/failure.ts';
import { openPrivacy, updatePrivacy } from './contract.ts';

export const privacyHandlers: Handler[] = [
  handle(openPrivacy, async (db, who) => {
    const policy = await readPolicy(db, who.institutionCode, who.now);
    const { version, anonymiseFrom, reserveYears, mailDays, logYears } = policy;
    return {
      reserveYears,
      mailDays,
      logYears,
      ...writeShortenings(policy),
      ...(await countDue(db, policy, who.now)),
      anonymiseFrom: anonymiseFrom && anonymiseFrom > today(who.now) ? formatOfficeDate(anonymiseFrom) : '',
      version: String(version),
    };
  }),

  handle(updatePrivacy, async (db, who, input) => {
    const { institutionCode, now } = who;
    await readPolicies(db, now, institutionCode);
    const key = { institution_code: institutionCode };
    const before = await lockRecord(db, 'institution_policies', key, input.version, [...COLUMNS, 'mail_days']);
    const [reserve, log] = [
      { years: before.reserve_years, next: before.reserve_years_next, from: before.reserve_years_from },
      { years: before.log_years, next: before.log_years_next, from: before.log_years_from },
    ] as const;
    const [nextReserve, nextLog] = [plan(reserve, input.reserveYears, now), plan(log, input.logYears, now)];
    const isNews = nextReserve.next !== null && nextReserve.next !== reserve.next;
    if (isNews && !input.isConfirmed) await askFirst(db, who, input);
    who.trace.details = {
      changes: [
        { what: '予約データの保存', from: formatSpan(reserve), to: formatSpan(nextReserve) },
        { what: 'メール本文の保存', from: `${before.mail_days}日`, to: `${input.mailDays}日` },
        { what: '操作履歴の保存', from: formatSpan(log), to: formatSpan(nextLog) },
      ].filter(({ from, to }) => from !== to),
    };
    const spans = [nextReserve, nextLog].flatMap(({ years, next, from }) => [years, next, from]);
    const [after] = await update(db, institutionCode, input.mailDays, ...spans);
    // What was kept until now may be due: every table is walked through again.
    await resetProgress(db, institutionCode);
    return { version: String(after?.version) };
  }),
];

const COLUMNS = [
  'reserve_years',
  'reserve_years_next',
  'reserve_years_from',
  'log_years',
  'log_years_next',
  'log_years_from',
] as const;

interface Span {
  years: number;
  next: number | null;
  from: PlainDate | null;
}

/** A longer time holds at once, what holds already takes a shortening back, and one that is announced already keeps its day. */
function plan(before: Span, wished: number, now: Date): Span {
  if (wished >= before.years) return { years: wished, next: null, from: null };
  return wished === before.next ? before : { ...before, next: wished, from: addDays(today(now), NOTICE_DAYS) };
}

const formatSpan = ({ years, next, from }: Span) =>
  next && from ? `${formatOfficeDate(from)}から${next}年` : `${years}年`;

async function askFirst(db: Db, who: Administrator, { reserveYears, mailDays, logYears }: Input<typeof updatePrivacy>) {
  const { institutionCode, now } = who;
  const { reserveCount } = await countDue(db, { institutionCode, reserveYears, mailDays, logYears }, now);
  if (reserveCount === 0) return;
  const count = reserveCount.toLocaleString('ja-JP');
  throw refused(`${count} 件の予約データが匿名化されます。元に戻せません。更新しますか？`);
}

const update = query<{ version: number }>(`
  update institution_policies
     set mail_days = $2, reserve_years = $3, reserve_years_next = $4, reserve_years_from = $5,
         log_years = $6, log_years_next = $7, log_years_from = $8, version = version + 1
   where institution_code = $1 returning version`);

const resetProgress = query('delete from privacy_progress where institution_code = $1');
