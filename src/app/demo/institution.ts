// The demo's institution: its data, its texts, its picture, and its administrator.
import { readFileSync } from 'node:fs';
import type { Db } from '#db/database.ts';
import { registerPicture } from '#masters/institution/server.ts';
import { addAdministrator, createInstitution } from '#server/records/institutions.ts';

export const INSTITUTION = '10000001';
export const ADMINISTRATOR = 'demo0001';
/** One of each role. */
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

const TERMS = `汐見の丘健診センター　健康診断予約サービス　利用規約・個人情報の取り扱い

第1条（目的）
この規約は、汐見の丘健診センター（以下「当センター」といいます）が提供する健康診断予約サービス（以下「本サービス」といいます）のご利用条件と、お預かりする個人情報の取り扱いを定めるものです。ご予約の前に必ずお読みいただき、同意のうえご利用ください。

第2条（ご利用いただける方）
本サービスは、当センターで健康診断・人間ドックを受診される方、またはそのご家族がご利用いただけます。ご家族の分をご予約される場合は、受診されるご本人の同意を得たうえでお申し込みください。

第3条（予約の成立）
予約は、お申し込みの後に表示される画面または電子メールで予約番号をお知らせした時点で受け付けたものといたします。日時の希望を承るコースでは、当センターから確定のご連絡を差し上げた時点で予約が成立します。検査機器の故障や災害など、やむを得ない事情により、日時の変更をお願いする場合がございます。

第4条（変更・キャンセル）
予約の変更・キャンセルは、受診日の7日前までマイページでお手続きいただけます。それ以降は、健診予約係までお電話でご連絡ください。

第5条（マイページ）
はじめてご予約された方には、マイページのパスワードをお知らせいたします。ログイン後にご自身のパスワードへ変更し、他の方に知られないよう大切に管理してください。

第6条（料金）
表示している金額は消費税を含みます。健康保険組合やお勤め先の補助をご利用の場合は、補助を差し引いたご負担額を表示しています。受診当日に補助の資格を失っている場合は、全額をご負担いただくことがございます。

第7条（個人情報の利用目的）
お預かりした氏名、生年月日、連絡先、健康保険に関する情報などは、次の目的にのみ利用いたします。
・予約の受付、ご本人の確認、受診に関するご連絡
・問診票や検査容器の送付、健診の実施、結果の報告
・料金の請求と、健康保険組合・お勤め先への費用の請求
・健診のご案内（ご希望の方に限ります）

第8条（第三者への提供）
健康保険組合またはお勤め先の健診として受診される場合は、契約に基づき、予約の状況と健診の結果を健康保険組合・お勤め先へ提供することがございます。そのほか、法令に定めのある場合を除き、ご本人の同意なく第三者へ提供することはございません。

第9条（安全管理と委託）
個人情報は、漏えいや紛失のないよう適切に管理いたします。検査や発送などの業務を外部に委託する場合は、委託先を適切に監督いたします。

第10条（開示・訂正・利用停止）
ご自身の個人情報の開示、訂正、利用停止をご希望の方は、下記の窓口へお申し出ください。ご本人であることを確認のうえ、速やかに対応いたします。

第11条（規約の変更）
この規約は、必要に応じて変更することがございます。変更後の規約は、本サービスの画面に表示した時から適用いたします。

個人情報に関する窓口
汐見の丘健診センター　個人情報相談窓口
〒231-0000　神奈川県横浜市中区汐見の丘1-2-3
電話　045-000-0123（平日8:30〜16:30／土曜8:30〜11:30）`;

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
