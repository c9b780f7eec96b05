// A reservation written straight into the tables, for tests of what a reservation keeps alive.
import type { Insertable, NotNull } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Tables } from '#db/tables.ts';
import { issueToken } from '#server/access/tokens.ts';

export async function putReservation(
  db: Db,
  institutionCode: string,
  more: {
    visitDate: string;
    slotCode: string;
    startMinute: number;
    columns?: Partial<Insertable<Tables['reservations']>>;
  },
): Promise<number> {
  const own = { institution_code: institutionCode };
  const { examinee_id } = await db
    .insertInto('examinees')
    .values({ ...own, mail: `${crypto.randomUUID()}@example.jp` })
    .returning('examinee_id')
    .executeTakeFirstOrThrow();
  const { reservation_number } = await db
    .insertInto('reservations')
    .values({
      ...own,
      examinee_id,
      status: 'new',
      desired: false,
      fiscal_year: 2026,
      client_code: '00000000',
      course_code: '0001',
      price_condition_code: '01',
      visit_date: more.visitDate,
      slot_code: more.slotCode,
      start_minute: more.startMinute,
      client_name: '個人',
      course_name: 'ドック',
      course_amount: 0,
      total_amount: 0,
      tax_display: 'included',
      prices_shown: true,
      family_name: '健診',
      given_name: '花子',
      family_kana: 'ケンシン',
      given_kana: 'ハナコ',
      birth_date: '1980-01-01',
      age: 46,
      sex: 'female',
      mail: 'hanako@example.jp',
      accepts_mail: true,
      created_at: new Date('2026-11-01T00:00:00Z'),
      updated_at: new Date('2026-11-01T00:00:00Z'),
      ...more.columns,
    })
    .returning('reservation_number')
    .executeTakeFirstOrThrow();
  return reservation_number;
}

/** It was in a CSV file as it is now. */
export async function putDownload(db: Db, institutionCode: string, number: number): Promise<void> {
  const own = { institution_code: institutionCode };
  const { download_id } = await db
    .insertInto('csv_downloads')
    .values({ ...own, at: new Date('2026-11-01T00:00:00Z'), administrator_id: 'clerk', pattern_code: '001' })
    .returning('download_id')
    .executeTakeFirstOrThrow();
  const { version } = await db
    .selectFrom('reservations')
    .select('version')
    .where('institution_code', '=', institutionCode)
    .where('reservation_number', '=', number)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('csv_download_rows')
    .values({ ...own, reservation_number: number, download_id, version })
    .execute();
}

/** A session of whoever a reservation belongs to. */
export async function tokenOfOwner(db: Db, institutionCode: string, number: number, now: Date): Promise<string> {
  const { examinee_id: examineeId } = await db
    .selectFrom('reservations')
    .select('examinee_id')
    .where('institution_code', '=', institutionCode)
    .where('reservation_number', '=', number)
    .$narrowType<{ examinee_id: NotNull }>()
    .executeTakeFirstOrThrow();
  return issueToken(db, { kind: 'examinee', institutionCode, examineeId }, now);
}
