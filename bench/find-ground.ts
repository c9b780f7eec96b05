// As many reservations of one institution as wanted, of people with the names that people have, and two hundred institutions beside it.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { HOSPITAL } from './booking-ground.ts';

const FAMILIES = [
  '佐藤サトウ 鈴木スズキ 高橋タカハシ 田中タナカ 伊藤イトウ 渡辺ワタナベ 山本ヤマモト 中村ナカムラ 小林コバヤシ 加藤カトウ',
  '吉田ヨシダ 山田ヤマダ 佐々木ササキ 山口ヤマグチ 松本マツモト 井上イノウエ 木村キムラ 林ハヤシ 斎藤サイトウ 清水シミズ',
  '山崎ヤマザキ 森モリ 池田イケダ 橋本ハシモト 阿部アベ 石川イシカワ 山下ヤマシタ 中島ナカジマ 石井イシイ 小川オガワ',
  '前田マエダ 岡田オカダ 長谷川ハセガワ 藤田フジタ 後藤ゴトウ 近藤コンドウ 村上ムラカミ 遠藤エンドウ 青木アオキ 坂本サカモト',
];
const GIVEN = [
  '愛アイ 葵アオイ 明アキラ 亜希子アキコ 綾アヤ 一郎イチロウ 恵美エミ 修オサム 薫カオル 和子カズコ 勝カツ 清キヨシ 健一ケンイチ',
  '幸子サチコ 茂シゲル 進ススム 隆タカシ 武タケシ 千尋チヒロ 勉ツトム 直美ナオミ 望ノゾミ 花子ハナコ 弘ヒロシ 真由美マユミ 誠マコト',
  '実ミノル 恵メグミ 裕子ユウコ 洋子ヨウコ 亮リョウ',
];
const halves = (names: readonly string[]) =>
  names.flatMap((line) => line.split(' ')).map((name) => [/^[^ァ-ヶー]+/.exec(name)?.[0] ?? '', name] as const);
const written = (names: readonly string[]) => halves(names).map(([kanji]) => kanji);
const spoken = (names: readonly string[]) => halves(names).map(([kanji, name]) => name.slice(kanji.length));

/** Of how many reservations a person has. */
const EACH = 4;
const BESIDE = 200;
const IN_EACH_BESIDE = 1000;

/** The telephone of the n-th; every fortieth is a 佐藤. */
export const phoneOf = (person: number) =>
  `090-${String(person)
    .padStart(8, '0')
    .replace(/^(.{4})/, '$1-')}`;

/** Their birth date. */
export const birthOf = (person: number) => addDays('1935-01-01', (person * 7919) % 25_000);

/** Without what triggers would count and look up, by which nothing that is measured here goes; indexes are built at the end. */
export async function addPeople(db: Db, from: number, to: number, today: PlainDate): Promise<void> {
  await sql`set session_replication_role = replica`.execute(db);
  const { rows: indexes } = await sql<{ indexname: string; indexdef: string }>`
    select indexname, indexdef from pg_indexes
     where tablename = 'reservations' and indexname <> 'reservations_pkey'`.execute(db);
  for (const { indexname } of indexes) await sql`drop index ${sql.ref(indexname)}`.execute(db);
  await insert(db, sql`${HOSPITAL}`, from, to, today);
  if (from === 0) {
    const code = sql`(71000000 + n % ${BESIDE}::int)::text`;
    await insert(db, code, 0, BESIDE * IN_EACH_BESIDE, today);
  }
  for (const { indexdef } of indexes) await sql.raw(indexdef).execute(db);
  await sql`set session_replication_role = origin`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

async function insert(db: Db, code: ReturnType<typeof sql>, from: number, to: number, today: PlainDate) {
  await sql`
    with booked as (
      insert into reservations (institution_code, reservation_number, status, desired, fiscal_year, client_code, course_code,
        price_condition_code, visit_date, slot_code, start_minute, client_name, course_name, course_amount, total_amount,
        tax_display, prices_shown, family_name, given_name, family_kana, given_kana, birth_date, age, sex, mail, accepts_mail,
        phone, patient_number, created_at, updated_at)
      select ${code}, 200000000 + n, 'confirmed', false, 2023 + n % ${EACH}::int, '00000000', '0001', '01',
             ${today}::date - 365 * (n % ${EACH}::int) - p % 300, '09', 540, '個人', 'コース', 10000, 12200, 'included', true,
             (${written(FAMILIES)}::text[])[1 + p % 40], (${written(GIVEN)}::text[])[1 + p / 40 % 31],
             (${spoken(FAMILIES)}::text[])[1 + p % 40], (${spoken(GIVEN)}::text[])[1 + p / 40 % 31],
             date '1935-01-01' + (p * 7919::bigint % 25000)::int, 50, 'female', 'p' || p || '@example.jp', true,
             '090-' || substr(lpad(p::text, 8, '0'), 1, 4) || '-' || substr(lpad(p::text, 8, '0'), 5),
             case when p % 5 < 3 then 'K-' || p else '' end,
             ${today}::date - (30 + 365 * (n % ${EACH}::int)) * interval '1 day', ${today}::date - interval '30 day'
        from (select n, n / ${EACH}::int as p from generate_series(${from}::int, ${to}::int - 1) as n) as one
      returning institution_code, reservation_number)
    insert into reservation_options
    select institution_code, reservation_number, 0, '0001', '0002', '01', 'オプション', 1100 from booked`.execute(db);
}
