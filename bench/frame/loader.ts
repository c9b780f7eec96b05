// Loads very many reservations of past visits into institutions of very different size, by COPY: ten million in minutes. Triggers are off
// and indexes built at the end; what triggers keep (used places, live counts) is counted afterwards, so that the data are as they must be.

import type pg from 'pg';
import type { Connection } from '#db/connection.ts';
import { copyIn } from '#db/copy.ts';
import { withWholeSession } from '#db/pooler-detection.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { HOSPITAL, SLOTS } from '../booking-ground.ts';
import { personOf } from './people.ts';

/** As many as a provider may have; up to the first limit all are the one hospital's, which everything is measured against. */
const [ALL_IN_ONE, MOST_INSTITUTIONS, IN_EACH] = [10_000, 1_000, 1_000];
/** Reservations of a person, one of each of the last years, and over how many days those of a year are spread. */
const [EACH, SPREAD] = [4, 250];
export const FIRST_NUMBER = 200_000_000;
/** Visits of a day, of so many reservations of an institution. */
export const visitsOn = (reservations: number) => reservations / (EACH * SPREAD);
/** Accounts that are opened meanwhile take smaller ones. */
const FIRST_ACCOUNT = 1_000_000_000;
const BLOCK = 256 * 1024;

export interface Loaded {
  institutionCode: string;
  reservations: number;
}

/** A power law: the second has half as many as the first, the tenth a tenth. The first is the hospital. */
export function spread(total: number): Loaded[] {
  const count = total <= ALL_IN_ONE ? 1 : Math.min(MOST_INSTITUTIONS, Math.floor(total / IN_EACH));
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1));
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const sizes = weights.map((weight) => Math.floor((total * weight) / whole));
  const rest = total - sizes.reduce((sum, size) => sum + size, 0);
  return sizes.map((size, rank) => ({
    institutionCode: rank === 0 ? HOSPITAL : String(73_000_000 + rank),
    reservations: rank === 0 ? size + rest : size,
  }));
}

type Write = (code: string, n: number) => string;

interface Filled {
  columns: string;
  line: Write;
  /** One line for so many reservations. */
  of?: number;
}

/** What each table gets for the n-th reservation of an institution. */
function fillings(today: PlainDate): Record<string, Filled> {
  const days = Array.from({ length: EACH * SPREAD }, (_, ago) => addDays(today, -1 - ago));
  const visitOf = (n: number) => days[SPREAD * (n % EACH) + (Math.floor(n / EACH) % SPREAD)]!;
  const years = new Map(days.map((day) => [day, fiscalYearOf(day)]));
  const slotOf = (n: number) => SLOTS[Math.floor(n / EACH) % SLOTS.length]!;
  const person = (n: number) => Math.floor(n / EACH);
  return {
    examinees: {
      columns: 'institution_code, examinee_id, mail, family_name, given_name, family_kana, given_kana, birth_date, sex',
      of: EACH,
      line(code, n) {
        const { mail, family, given, birthDate } = personOf(person(n));
        const name = `${family.written}\t${given.written}\t${family.spoken}\t${given.spoken}`;
        return `${code}\t${FIRST_ACCOUNT + person(n)}\t${mail}\t${name}\t${birthDate}\tfemale\n`;
      },
    },
    reservations: {
      columns: `institution_code, reservation_number, examinee_id, status, desired, download_status, fiscal_year, client_code,
        course_code, price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_amount,
        total_amount, tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, phone,
        mail, accepts_mail, patient_number, city, created_at, updated_at`,
      line(code, n) {
        const { mail, family, given, birthDate, phone } = personOf(person(n));
        const visit = visitOf(n);
        const slot = slotOf(n);
        const name = `${family.written}\t${given.written}\t${family.spoken}\t${given.spoken}`;
        const patient = person(n) % 5 < 3 ? `K-${person(n)}` : '';
        const booked = `${addDays(visit, -30)} 12:00+09`;
        const head = `${code}\t${FIRST_NUMBER + n}\t${FIRST_ACCOUNT + person(n)}\tconfirmed\tf\tdone\t${years.get(visit)}`;
        const what = `00000000\t0001\t01\t${visit}\t${slot}\t${Number(slot) * 60}\t個人\tコース\t10000\t11100\tincluded\tt`;
        const who = `${name}\t${birthDate}\t50\tfemale\t${phone}\t${mail}\tt\t${patient}\t横浜市中区`;
        return `${head}\t${what}\t${who}\t${booked}\t${booked}\n`;
      },
    },
    reservation_options: {
      columns: 'institution_code, reservation_number, position, group_code, option_code, condition_code, name, amount',
      line: (code, n) => `${code}\t${FIRST_NUMBER + n}\t0\t0001\t0002\t01\tオプション\t1100\n`,
    },
    reservation_places: {
      columns: 'institution_code, reservation_number, frame_code, visit_date, slot_code, quantity, held',
      line: (code, n) => `${code}\t${FIRST_NUMBER + n}\t0001\t${visitOf(n)}\t${slotOf(n)}\t1\tt\n`,
    },
    reservation_history: {
      columns: 'institution_code, reservation_number, at, actor_kind, actor_id, act',
      line: (code, n) => `${code}\t${FIRST_NUMBER + n}\t${addDays(visitOf(n), -30)}\tadministrator\tbench001\tbooked\n`,
    },
  };
}

async function* blocksOf(all: readonly Loaded[], { line, of = 1 }: Filled): AsyncGenerator<Buffer> {
  let text = '';
  for (const { institutionCode, reservations } of all) {
    for (let n = 0; n < reservations; n += of) {
      text += line(institutionCode, n);
      if (text.length < BLOCK / 2) continue;
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}

/** What holds of the loaded visits, as triggers would have kept it; all of them are live and have one place each. */
const COUNTS = `
  insert into frame_capacities (institution_code, frame_code, visit_date, slot_code, capacity, used)
  select institution_code, frame_code, visit_date, slot_code, 999, sum(quantity)
    from reservation_places where institution_code = any($1::text[]) group by 1, 2, 3, 4`;
const LIVE = `
  insert into live_counts (institution_code, visit_date, frame_code, slot_code, live)
  select institution_code, coalesce(visit_date, 'infinity'), frame_code, coalesce(slot_code, 'ZZ'), sum(used)
    from (select institution_code, visit_date, unnest(array['0000', frame_code]) as frame_code,
                 unnest(array['ZZ', slot_code]) as slot_code, used
            from frame_capacities where institution_code = any($1::text[]) and used > 0) as cell
   group by grouping sets ((institution_code, visit_date, frame_code, slot_code), (institution_code, frame_code))`;

/** Tables that make up an institution, in an order that foreign keys allow. */
const MASTERS = [
  'institutions',
  'institution_policies',
  'masters_versions',
  'clients',
  'time_slots',
  'frames',
  'option_groups',
  'option_items',
  'courses',
  'course_prices',
  'course_frames',
  'course_options',
  'frame_capacities',
];
/** Of its calendar, what people look at. */
const SHOWN_DAYS = 100;

/** Institutions with the hospital's masters. */
async function copyMasters(client: pg.Client, codes: readonly string[], today: PlainDate): Promise<void> {
  await client.query(
    `insert into institution_routes (route_param, institution_code) select 'r' || code, code from unnest($1::text[]) as code`,
    [codes],
  );
  for (const table of MASTERS) {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
        where table_name = $1 and table_schema = current_schema() and is_generated = 'NEVER'`,
      [table],
    );
    const names = rows.map(({ name }) => name);
    const own: Record<string, string> = { institution_code: 'code', route_param: `'r' || code` };
    const values = names.map((name) => own[name] ?? `t.${name}`);
    const shown =
      table === 'frame_capacities'
        ? ` and visit_date between '${addDays(today, 20)}' and '${addDays(today, SHOWN_DAYS)}'`
        : '';
    await client.query(
      `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}
         from unnest($1::text[]) as code, ${table} as t where t.institution_code = '${HOSPITAL}'${shown}`,
      [codes],
    );
  }
}

/** On a ground that holds the hospital's masters and no reservation yet. */
export async function loadReservations(connection: Connection, total: number, today: PlainDate): Promise<Loaded[]> {
  const all = spread(total);
  const tables = fillings(today);
  await withWholeSession(connection, async (client) => {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      set maintenance_work_mem = '512MB'`);
    const codes = all.map(({ institutionCode }) => institutionCode);
    await copyMasters(client, codes.slice(1), today);
    const { rows: indexes } = await client.query<{ name: string; text: string }>(
      `select c.relname as name, pg_get_indexdef(i.indexrelid) as text
         from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = any($1::regclass[]) and not i.indisprimary`,
      [Object.keys(tables)],
    );
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (const [table, filled] of Object.entries(tables)) {
      await copyIn(client, `copy ${table} (${filled.columns}) from stdin`, blocksOf(all, filled));
    }
    for (const { text } of indexes) await client.query(text);
    await client.query(`select setval('reservation_numbers', $1)`, [FIRST_NUMBER + total]);
    await client.query(COUNTS, [codes]);
    await client.query(LIVE, [codes]);
    await client.query('vacuum analyze');
  });
  return all;
}
