// The demo's institution: its data, its texts, its picture, and its administrator.
import { readFileSync } from 'node:fs';
import { writeTermsOfUse } from '#app/template/write-template.ts';
import type { Db } from '#db/database.ts';
import { registerPicture } from '#masters/institution/server.ts';
import { addAdministrator, createInstitution } from '#server/records/institutions.ts';

export const INSTITUTION = '10000001';
export const ADMINISTRATOR = 'demo0001';
const STAFF = [
  { userId: ADMINISTRATOR, displayName: '受付　佐藤', role: 'manager' },
  { userId: 'demo0002', displayName: '受付　鈴木', role: 'reception' },
  { userId: 'demo0003', displayName: '経理　高橋', role: 'viewer' },
] as const;
export const DEMO_PASSWORD = 'Biyori#2026';
export const INSTITUTION_NAME = '汐見の丘健診センター';

/** Drawn by scripts/draw-demo-picture.ts. */
const PICTURE = new URL('picture.webp', import.meta.url);

const YEAR_MS = 365 * 86_400_000;

const ADDRESS = {
  postalCode: '2310000',
  address: '神奈川県横浜市中区汐見の丘1-2-3',
  phone: '045-000-0123',
};

const MESSAGE = [
  '秋から年末にかけては大変混み合います。ご希望の日がある方は、お早めにご予約ください。',
  '妊娠中の方、ペースメーカーをお使いの方は、ご予約の前にお電話でご相談ください。',
].join('\n');

const NO_COURSE = [
  '申し訳ございません。ご入力の条件で受診いただけるコースがございません。',
  '年度や対象者区分をもう一度ご確認ください。ご不明な点は、健診予約係（045-000-0123）までお電話ください。',
].join('\n');

const TERMS = writeTermsOfUse({
  title: '汐見の丘健診センター　健康診断予約サービス　利用規約・個人情報の取り扱い',
  name: INSTITUTION_NAME,
  us: '当センター',
  deadlineDays: '7',
  office: '健診予約係まで',
  amounts: '表示している金額は消費税を含みます。',
  contact: `汐見の丘健診センター　個人情報相談窓口
〒231-0000　神奈川県横浜市中区汐見の丘1-2-3
電話　045-000-0123（平日8:30〜16:30／土曜8:30〜11:30）`,
});

/** So many days before a visit, its kit is sent. */
export const SENDING_DAYS = 14;

export async function openInstitution(db: Db, now: Date): Promise<void> {
  await createInstitution(db, { institutionCode: INSTITUTION, routeParam: 'demo', name: INSTITUTION_NAME });
  // Its first day is over.
  await db
    .updateTable('institution_policies')
    .set({ first_day_done_at: now })
    .where('institution_code', '=', INSTITUTION)
    .execute();
  await db
    .updateTable('institutions')
    .set({
      name_kana: 'シオミノオカケンシンセンター',
      name_english: 'Shiominooka Health Check Center',
      homepage_url: 'https://shiominooka.example.jp/',
      contract_postal_code: ADDRESS.postalCode,
      contract_address1: ADDRESS.address,
      contract_phone: ADDRESS.phone,
      exam_postal_code: ADDRESS.postalCode,
      exam_address1: ADDRESS.address,
      exam_phone: ADDRESS.phone,
      phone_hours: '平日8:30〜16:30／土曜8:30〜11:30',
      is_demo: true,
      booking_kinds: 'both',
      calendar_format: 'calendar',
      change_deadline_days: 7,
      bookable_from_days: 14,
      bookable_to_days: 180,
      sending_days: SENDING_DAYS,
      first_password: 'random',
      tax_display: 'included',
      tax_rounding: 'down',
      no_course_text: NO_COURSE,
      terms_text: TERMS,
      message: MESSAGE,
      created_at: new Date(now.getTime() - 2 * YEAR_MS),
      updated_at: new Date(now.getTime() - YEAR_MS),
    })
    .where('institution_code', '=', INSTITUTION)
    .execute();
  await registerPicture(db, INSTITUTION, '汐見の丘.webp', readFileSync(PICTURE));
  for (const staff of STAFF) {
    await addAdministrator(db, { institutionCode: INSTITUTION, password: DEMO_PASSWORD, ...staff });
  }
}
