// What is sent before a visit: the lists, the marks, and the file for a carrier.

import { answerFile, type Columns } from '#backoffice/files/csv-file.ts';
import {
  downloadSendings,
  markSendings,
  openSendings,
  type Sending,
  type SendingMark,
} from '#backoffice/shared/contract-sendings.ts';
import { type ReservationRow, selectReservation } from '#booking/records/reservation-columns.ts';
import { joinSendings, SENDING_STATUS } from '#booking/records/sending.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import {
  ANONYMISED,
  isLive,
  MOST_DAYS_BACK,
  type SendingStatus,
  STATUS_WORDS,
} from '#domain/reservation/reservation-status.ts';
import { hyphenate, NO_ADDRESS } from '#domain/text/address.ts';
import { byStaff, writeLog } from '#server/access-log/write-log.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input, Reply } from '#wire/call.ts';
import { Failure, invalid, notFound } from '#wire/failure.ts';
import { openList, readHead, readSendings } from './server-list.ts';

/** The reservations' rows, which stay as they are: in one order, so that nobody waits for somebody who waits for them; not shared, since two may mark at once. */
const lock = query(`
  select from reservations where institution_code = $1 and reservation_number = any($2::integer[])
   order by reservation_number for no key update`);

const NAMES = ['number', 'status', 'isAnonymous'] as const;

interface Found extends ReservationRow<typeof NAMES> {
  sending: SendingStatus;
  sentOn: PlainDate | null;
  returnedOn: PlainDate | null;
  isUnsent: boolean;
}

/** Read once nobody else can mark them. */
const read = query<Found>(`
  select ${selectReservation(NAMES)}, ${SENDING_STATUS} as sending, n.sent_on as "sentOn", n.returned_on as "returnedOn",
         unsent.parts <> '{}' as "isUnsent"
    from reservations r ${joinSendings('$1')}
   where r.institution_code = $1 and r.reservation_number = any($2::integer[])`);

/** $1 institution, $2 reservations, $3 when, $4 who, $5 what the history says, $6 the day. */
const withHistory = (change: string) =>
  query(`
  with marked as (${change} returning reservation_number as number)
  insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act, details)
  select $1, number, $3::timestamptz, 'administrator', $4, 'edited', $5::jsonb from marked`);

const OF_NEWEST = `
   where s.institution_code = $1 and s.reservation_number = any($2::integer[])
     and not exists (select from sendings l
                      where l.institution_code = $1 and l.reservation_number = s.reservation_number and l.sending_id > s.sending_id)`;

const insertSent = withHistory(`
  insert into sendings (institution_code, reservation_number, sent_on, visit_date, parts, sent_by, at)
  select $1, r.reservation_number, $6::date, r.visit_date, coalesce(has.parts, '{}') || unsent.parts, $4, $3::timestamptz
    from reservations r ${joinSendings('$1')}
   where r.institution_code = $1 and r.reservation_number = any($2::integer[])`);

const setReturned = withHistory(`
  update sendings s set returned_on = $6::date, returned_by = case when $6::date is null then '' else $4 end ${OF_NEWEST}`);
const deleteSent = withHistory(`delete from sendings s ${OF_NEWEST} and s.returned_on is not distinct from $6::date`);

const WRITES = { sent: insertSent, returned: setReturned, cleared: setReturned, deleted: deleteSent };
type Write = keyof typeof WRITES;

/** What is written, null where it is so already, or why it cannot be. */
function decide(found: Found | undefined, mark: SendingMark, on: PlainDate | null): Write | null | { refusal: string } {
  if (!found) return { refusal: notFound().sentences.join('') };
  if (found.isAnonymous) return { refusal: ANONYMISED };
  const { status, sentOn, returnedOn, isUnsent } = found;
  if (mark === 'back') return returnedOn !== null ? 'cleared' : sentOn !== null ? 'deleted' : null;
  if (mark === 'returned') {
    if (sentOn === null) return { refusal: '発送していません。' };
    if (returnedOn !== null) return null;
    return on !== null && on < sentOn ? { refusal: '発送日より前の日です。' } : 'returned';
  }
  if (!isLive(status)) return { refusal: `取り消されています（${STATUS_WORDS[status]}）。` };
  if (isUnsent) return 'sent';
  return sentOn === null ? { refusal: '発送するものがない予約です。' } : null;
}

const NOTES: Readonly<Record<Write, string>> = {
  sent: '発送済み',
  returned: '戻り',
  cleared: '発送の記録を取り消し',
  deleted: '発送の記録を取り消し',
};

const readName = query<{ name: string }>('select sending_name as name from institutions where institution_code = $1');

async function markMany(
  db: Db,
  who: Administrator,
  { numbers: sent, mark, on }: Input<typeof markSendings>,
): Promise<Reply<typeof markSendings>> {
  const { institutionCode, now, userId } = who;
  const day = today(now);
  if (mark !== 'back' && (on === null || on > day || on < addDays(day, -MOST_DAYS_BACK))) {
    throw invalid(`発送日は今日から${MOST_DAYS_BACK}日前までの日を選択してください。`);
  }
  const numbers = [...new Set(sent)];
  await lock(db, institutionCode, numbers);
  const readAll = async () => new Map((await read(db, institutionCode, numbers)).map((one) => [one.number, one]));
  const before = await readAll();
  const decisions = new Map(numbers.map((number) => [number, decide(before.get(number), mark, on)]));
  const [{ name = '' } = {}] = await readName(db, institutionCode);
  const entry = { ...byStaff(who), act: 'change' } as const;
  for (const write of Object.keys(WRITES) as Write[]) {
    const some = numbers.filter((number) => decisions.get(number) === write);
    if (some.length === 0) continue;
    const details = JSON.stringify({ sending: { mark, name, ...(mark !== 'back' && { on }) } });
    await WRITES[write](db, institutionCode, some, now, userId, details, mark === 'back' ? null : on);
    const note = `発送：${NOTES[write]}${mark !== 'back' && on ? `（${formatOfficeDate(on)}）` : ''}`;
    await writeLog(db, ...some.map((number) => ({ ...entry, subject: String(number), details: { note } })));
  }
  const after = await readAll();
  return {
    results: numbers.map((number) => {
      const decision = decisions.get(number) ?? null;
      const [refusal, found] = [typeof decision === 'object' && decision?.refusal, after.get(number)];
      return {
        number,
        outcome: refusal ? 'refused' : decision === null ? 'already' : 'done',
        status: found?.sending ?? null,
        sentOn: found?.sentOn ?? null,
        sentence: refusal || '',
      };
    }),
  };
}

const NAME = '発送';

const columnsFor = (what: string): Columns<Sending> => ({
  予約番号: ({ number }) => String(number),
  郵便番号: ({ postalCode }) => hyphenate(postalCode),
  都道府県: ({ prefecture }) => prefecture,
  市区町村: ({ city }) => city,
  '番地・建物名': ({ street }) => street,
  氏名: ({ name }) => name,
  敬称: () => '様',
  カナ氏名: ({ kana }) => kana,
  電話番号: ({ phone }) => phone,
  品名: () => what,
  受診日: ({ visitDate }) => formatOfficeDate(visitDate),
  発送予定日: ({ dueDate }) => formatOfficeDate(dueDate),
});

async function writeCsv(db: Db, who: Administrator, numbers: readonly number[]) {
  const { institutionName, sendingName, sendingDays } = await readHead(db, who);
  const rows = (await readSendings(db, who, numbers, sendingDays)).filter((row) => row.addressMessage !== NO_ADDRESS);
  if (rows.length === 0) throw new Failure('NoData', ['住所のある予約がありません。']);
  return answerFile(db, who, { institutionName, name: NAME, pattern: 'SND' }, columnsFor(sendingName), rows);
}

export const sendingHandlers: Handler[] = [
  handle(openSendings, async (db, who, asked) => {
    const list = await openList(db, who, asked);
    who.trace.details = { conditions: ['発送予定日'], note: NAME, count: list.rows.length };
    return list;
  }),

  handle(markSendings, markMany),

  handle(downloadSendings, (db, who, { numbers }) => writeCsv(db, who, numbers)),
];
