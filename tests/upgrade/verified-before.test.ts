// Which accounts of 1.0.0 count as those of their mail address's owner, and what ends for whoever came before (decision 93).

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTables, migrate } from '#db/migrate.ts';
import { openBackup } from '#server/backup/records.ts';

const OPENED = '2026-10-01T09:00:00+09:00';
const LATER = '2026-10-02T09:00:00+09:00';
const LATEST = '2026-10-03T09:00:00+09:00';

interface Before {
  institution?: 'random' | 'birth_date' | 'demo';
  /** When each password was made. */
  passwords?: Partial<Record<'own' | 'first' | 'reissued', string>>;
  /** By which password sessions were opened, and when. */
  sessions?: [by: 'own' | 'first' | 'reissued', at: string][];
  /** Who has booked what stands on my page, and when. */
  booked?: ['administrator' | 'examinee', at: string];
}

// biome-ignore format: a table
const ACCOUNTS: [what: string, before: Before, isVerified: boolean][] = [
  ['that nobody has entered', { passwords: { first: OPENED } }, false],
  ['entered by the first password, which the answer told', { passwords: { first: OPENED }, sessions: [['first', LATER]] }, false],
  ['with an own password after that', { passwords: { own: LATER }, booked: ['examinee', OPENED], sessions: [['own', LATER]] }, false],
  ['entered by a reissued password', { passwords: { first: OPENED, reissued: OPENED }, sessions: [['reissued', LATER], ['first', LATER]] }, true],
  ['with an own password after a reissue', { passwords: { own: LATEST }, sessions: [['reissued', LATER]] }, true],
  ['with an own password from before a reissue', { passwords: { own: OPENED, reissued: LATER }, sessions: [['reissued', LATER], ['own', LATER]] }, false],
  ['to which a reissued password was only sent', { passwords: { reissued: LATER } }, false],
  ['opened at the desk, with an own password', { passwords: { own: LATER }, booked: ['administrator', OPENED] }, true],
  ['opened at the desk, by the birth date', { institution: 'birth_date', passwords: { own: LATER }, booked: ['administrator', OPENED] }, false],
  ['opened at the desk, without an own password', { passwords: { first: OPENED }, booked: ['administrator', OPENED] }, false],
  ['of a guest for whom the desk booked later', { passwords: { own: LATER }, booked: ['administrator', LATER] }, false],
  ['of the demo', { institution: 'demo', passwords: { first: OPENED }, sessions: [['first', LATER]] }, true],
];

const CODES = { random: '10000001', birth_date: '10000002', demo: '10000003' };

let admin: pg.Client;
let client: pg.Client;
const database = `verified_${randomUUID().replaceAll('-', '')}`;
beforeAll(async () => {
  admin = new pg.Client({ ...inject('database'), database: 'postgres' });
  await admin.connect();
  await admin.query(`create database ${database} template template0`);
  const connection = { ...inject('database'), database };
  client = new pg.Client(connection);
  await client.connect();
  const release = await openBackup(new URL('1.0.0.backup', import.meta.url).pathname, () =>
    Promise.reject(new Error('asked')),
  );
  await client.query('begin');
  await createTables(client, release.manifest.schema);
  await client.query('commit');
  for (const [kind, code] of Object.entries(CODES)) {
    await client.query(
      `insert into institutions (institution_code, route_param, name, first_password, is_demo) values ($1, $1, $1, $2, $3)`,
      [code, kind === 'birth_date' ? kind : 'random', kind === 'demo'],
    );
  }
  for (const [at, [, before]] of ACCOUNTS.entries()) await insertAccount(at, before);
  await migrate(connection);
}, 60_000);
afterAll(async () => {
  await client.end();
  await admin.query(`drop database ${database} with (force)`);
  await admin.end();
});

async function insertAccount(at: number, { institution = 'random', passwords = {}, sessions = [], booked }: Before) {
  const code = CODES[institution];
  const { rows } = await client.query(
    'insert into examinees (institution_code, mail, created_at) values ($1, $2, $3) returning examinee_id',
    [code, `person${at}@example.jp`, OPENED],
  );
  const id = rows[0].examinee_id;
  for (const [kind, createdAt] of Object.entries(passwords)) {
    await client.query(
      `insert into examinee_credentials (institution_code, examinee_id, kind, scheme, hash, created_at) values ($1, $2, $3, 'keyed', '', $4)`,
      [code, id, kind, createdAt],
    );
  }
  for (const [by, createdAt] of sessions) {
    await client.query(
      `insert into sessions (token_hash, kind, institution_code, examinee_id, opened_with, created_at, last_used_at)
       values (sha256(gen_random_uuid()::text::bytea), 'examinee', $1, $2, $3, $4, $4)`,
      [code, id, by, createdAt],
    );
  }
  if (!booked) return;
  const number = 100_000_001 + at;
  await client.query(
    `insert into reservations (institution_code, reservation_number, examinee_id, status, desired, fiscal_year, client_code, course_code,
       price_condition_code, visit_date, slot_code, client_name, course_name, course_amount, total_amount, tax_display, prices_shown,
       family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail, created_at, updated_at)
     values ($1, $2, $3, 'new', false, 2026, '00000000', '0001', '01', '2026-12-01', 'ZZ', '', '', 0, 0, 'included', true,
       '', '', '', '', '1980-01-01', 46, 'female', '', true, $4, $4)`,
    [code, number, id, booked[1]],
  );
  await client.query(
    `insert into reservation_history (institution_code, reservation_number, at, actor_kind, actor_id, act) values ($1, $2, $3, $4, '', 'booked')`,
    [code, number, booked[1], booked[0]],
  );
}

test.each(ACCOUNTS.map(([what, before, isVerified], at) => ({ what, before, isVerified, at })))(
  'an account $what: $isVerified',
  async ({ before, isVerified, at }) => {
    const { rows } = await client.query(
      `select e.mail_verified_at is not null as "isVerified",
              array(select c.kind from examinee_credentials c where c.examinee_id = e.examinee_id and c.opens_sessions order by 1) as opening,
              array(select s.opened_with from sessions s where s.examinee_id = e.examinee_id order by 1) as sessions
         from examinees e where e.mail = $1`,
      [`person${at}@example.jp`],
    );
    // By what an answer has told nobody is in any more, once it is somebody's.
    const stays = (by: string) => !(isVerified && by === 'first');
    expect(rows).toEqual([
      {
        isVerified,
        opening: Object.keys(before.passwords ?? {})
          .filter(stays)
          .sort(),
        sessions: (before.sessions ?? [])
          .map(([by]) => by)
          .filter(stays)
          .sort(),
      },
    ]);
  },
);
