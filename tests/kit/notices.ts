// Notices through the HTTP server: drafted, sent, looked at; and people by the hundred to send them to.
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#db/database.ts';
import { putReservation } from './reservations.ts';
import type { Answered, TestService } from './service.ts';

export const SUBJECT = '【{{医療機関名}}】{{受診日}}のご予約について';
export const BODY =
  '{{氏名}} 様\n\n{{受診日}} {{受付時間}}のご予約（予約番号{{予約番号}}）についてお知らせいたします。';

export interface Seen {
  ukno: number;
  version: string;
}

export const newRequestId = () => crypto.randomUUID();

/** What is sent to these; change what the test is about. */
export const noticeForm = (seen: readonly Seen[], changes: Record<string, unknown> = {}) => ({
  uknos: seen.map(({ ukno }) => ukno),
  versions: seen.map(({ version }) => version),
  titl: SUBJECT,
  body: BODY,
  sourceText: '選択した予約',
  requestId: newRequestId(),
  ...changes,
});

export function noticeDesk(service: TestService, token: string) {
  const post = (name: string, form: Record<string, unknown> = {}, as = token): Promise<Answered> =>
    service.post(`/api/Desk/Notice${name}`, form, as);
  const draft = (numbers: readonly number[], as = token) => post('Draft', { uknos: numbers }, as);
  const seen = async (numbers: readonly number[]): Promise<Seen[]> => {
    const { body } = await draft(numbers);
    expect(body).toMatchObject({ errorCode: 0 });
    return body.recipientList;
  };
  /** Drafted and sent, to all of them. */
  async function notify(numbers: readonly number[], changes: Record<string, unknown> = {}): Promise<Answered['body']> {
    const { body } = await post('Send', noticeForm(await seen(numbers), changes));
    expect(body).toMatchObject({ errorCode: 0 });
    return body;
  }
  const detail = async (noticeId: string): Promise<Answered['body']> => (await post('Detail', { noticeId })).body;
  return { post, draft, seen, notify, detail };
}

export type NoticeDesk = ReturnType<typeof noticeDesk>;

/** So many live reservations of one day and slot, each with an address of its own. */
export async function putMany(
  db: Db,
  institutionCode: string,
  count: number,
  visit = { visitDate: '2026-11-18', slotCode: '01', startMinute: 540 },
): Promise<number[]> {
  const pattern = await putReservation(db, institutionCode, visit);
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
     where table_name = 'reservations' and table_schema = 'public' and is_generated = 'NEVER'
       and column_name not in ('reservation_number', 'mail')`.execute(db);
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const { rows } = await sql<{ number: number }>`
    insert into reservations (${names}, mail)
    select ${names}, 'p' || n || '@example.jp' from reservations, generate_series(1, ${count}) as n
     where reservation_number = ${pattern}
    returning reservation_number as number`.execute(db);
  await sql`update reservations set status = 'deleted' where reservation_number = ${pattern}`.execute(db);
  return rows.map(({ number }) => number);
}
