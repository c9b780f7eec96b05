// Fills a new institution with what most clinics need, none of which can be booked before they set capacity and publish; and the terms of
// use, which the demo has too.

import type { Db } from '#db/database.ts';
import { pickDays } from '#domain/calendar/calendar-range.ts';
import { today as dateOf } from '#domain/calendar/clock.ts';
import { fiscalYearOf, fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { dayOfWeek, type PlainDate } from '#domain/calendar/plain-date.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { isPublicHoliday } from '#server/holidays.ts';
import {
  anybody,
  examItems,
  insertRows,
  makeCourses,
  option,
  optionGroups,
  type Rule,
  timeSlots,
  women,
  writeCatalogue,
  writeCourses,
} from './catalogue.ts';

const byTime = { managedBy: 'time', countedAs: 'persons' } as const;

const FRAMES = {
  checkup: { frameCode: '0001', name: '健診受付', ...byTime },
  dock: { frameCode: '0002', name: '人間ドック受付', ...byTime },
  gastroscopy: { frameCode: '0003', name: '胃内視鏡', ...byTime },
  women: { frameCode: '0004', name: '婦人科検査', managedBy: 'day', countedAs: 'parts' },
  ultrasound: { frameCode: '0005', name: '腹部超音波', managedBy: 'day', countedAs: 'persons' },
} as const;

const CATALOGUE = {
  slots: timeSlots([510, 540, 570, 600, 630, 780, 810, 840]),
  frames: Object.values(FRAMES),
  items: examItems([
    '診察・問診',
    '身体計測（身長・体重・BMI・腹囲）',
    '血圧測定',
    '視力検査',
    '聴力検査',
    '眼底検査',
    '眼圧検査',
    '心電図検査',
    '胸部X線検査',
    '肺機能検査',
    '腹部超音波検査',
    '胃部検査',
    '血液検査（貧血）',
    '血液検査（肝機能・脂質・血糖）',
    '血液検査（腎機能・尿酸）',
    '尿検査',
    '便潜血検査（2日法）',
    '結果説明',
  ]),
  groups: optionGroups([
    {
      name: '胃の検査',
      selection: 'single',
      options: [
        option('胃部X線', null, true),
        option('胃内視鏡（経口）', FRAMES.gastroscopy),
        option('胃内視鏡（経鼻）', FRAMES.gastroscopy),
        option('胃の検査を受けない'),
      ],
    },
    {
      name: '血液検査',
      selection: 'multiple',
      options: ['腫瘍マーカー（男性）', '腫瘍マーカー（女性）', 'ピロリ菌抗体', '甲状腺機能', '肝炎ウイルス'].map(
        (name) => option(name),
      ),
    },
    {
      name: '女性の検査',
      selection: 'multiple',
      options: ['マンモグラフィ', '乳房超音波', '子宮頸がん検査'].map((name) => option(name, FRAMES.women)),
    },
    {
      name: '画像検査',
      selection: 'multiple',
      options: ['骨密度', '頸動脈超音波', '内臓脂肪CT'].map((name) => option(name)),
    },
  ]),
};

const men = (amount: number): Rule => [null, 'male', 18, 99, amount];

const COURSES = makeCourses(CATALOGUE, [
  {
    clientCode: INDIVIDUAL,
    name: '一日人間ドック',
    duration: '約3時間',
    description: '全身の状態を一日で調べるコースです。オプションの検査を追加できます。',
    recommendedFor: '年に一度、全身の状態をくわしく調べたい方',
    items: 'aaaaaaaaaaaaaaaaaa',
    frame: FRAMES.dock,
    prices: [anybody(44_000)],
    options: [
      ['胃部X線', anybody(0)],
      ['胃内視鏡（経口）', anybody(5500)],
      ['胃内視鏡（経鼻）', anybody(5500)],
      ['胃の検査を受けない', anybody(0)],
      ['腫瘍マーカー（男性）', men(6600)],
      ['腫瘍マーカー（女性）', women(20, 6600)],
      ['ピロリ菌抗体', anybody(2750)],
      ['甲状腺機能', anybody(3850)],
      ['肝炎ウイルス', anybody(3300)],
      ['マンモグラフィ', women(40, 5500)],
      ['乳房超音波', women(20, 4400)],
      ['子宮頸がん検査', women(20, 4400)],
      ['骨密度', anybody(2200)],
      ['頸動脈超音波', anybody(4400)],
      ['内臓脂肪CT', anybody(5500)],
    ],
  },
  {
    clientCode: INDIVIDUAL,
    name: '定期健康診断',
    duration: '約1時間',
    description: '労働安全衛生規則に定められた項目を調べるコースです。',
    recommendedFor: 'お勤め先や学校に健診の結果を提出される方',
    items: 'aaaaa--aa---aa-a--',
    frame: FRAMES.checkup,
    prices: [anybody(9900)],
    options: [],
  },
]);

/** In the transaction that opens it: all of it, or no institution. */
export async function writeTemplate(db: Db, institutionCode: string, now: Date): Promise<void> {
  const today = dateOf(now);
  const { from, to } = fiscalYearRange(fiscalYearOf(today));
  await writeCatalogue(db, institutionCode, CATALOGUE, { courses: COURSES.length });
  await writeCourses(db, institutionCode, [fiscalYearOf(today)], COURSES, () => ({
    registration_from: from,
    registration_to: to,
  }));
  await insertRows(db, institutionCode, { calendar_days: closedDays(today).map((day) => ({ day, status: 'closed' })) });
  await db
    .updateTable('institutions')
    .set({ terms_text: writeTermsOfUse() })
    .where('institution_code', '=', institutionCode)
    .execute();
}

const SUNDAY = 1;
const isNewYear = (date: PlainDate) => date.slice(5) >= '12-29' || date.slice(5) <= '01-03';

/** From today to the end of the next fiscal year. */
function closedDays(today: PlainDate): PlainDate[] {
  const { to } = fiscalYearRange(fiscalYearOf(today) + 1);
  return pickDays(today, to, (day) => dayOfWeek(day) === SUNDAY || isPublicHoliday(day) || isNewYear(day));
}

interface Clinic {
  title: string;
  name: string;
  /** As it speaks of itself. */
  us: string;
  deadlineDays: string;
  /** Whom to call, before 「お電話で」. */
  office: string;
  /** A sentence about the amounts that are shown. */
  amounts: string;
  /** Who answers questions, in lines. */
  contact: string;
}

/** Whatever stands in 【 】 is the clinic's to fill in. */
const BLANKS: Clinic = {
  title: '利用規約・個人情報の取り扱い（ひな形）',
  name: '【医療機関名】',
  us: '当院',
  deadlineDays: '【7】',
  office: '',
  amounts: '',
  contact: `【医療機関名】
【郵便番号】　【住所】
電話　【電話番号】（【受付時間】）`,
};

/** What examinees agree to: a model with blanks, or the text of one clinic. */
export function writeTermsOfUse(clinic: Partial<Clinic> = {}): string {
  const { title, name, us, deadlineDays, office, amounts, contact } = { ...BLANKS, ...clinic };
  return `${title}

第1条（目的）
この規約は、${name}（以下「${us}」といいます）が提供する健康診断予約サービス（以下「本サービス」といいます）のご利用条件と、お預かりする個人情報の取り扱いを定めるものです。ご予約の前に必ずお読みいただき、同意のうえご利用ください。

第2条（ご利用いただける方）
本サービスは、${us}で健康診断・人間ドックを受診される方、またはそのご家族がご利用いただけます。ご家族の分をご予約される場合は、受診されるご本人の同意を得たうえでお申し込みください。

第3条（予約の成立）
予約は、お申し込みの後に表示される画面または電子メールで予約番号をお知らせした時点で受け付けたものといたします。日時の希望を承るコースでは、${us}から確定のご連絡を差し上げた時点で予約が成立します。検査機器の故障や災害など、やむを得ない事情により、日時の変更をお願いする場合がございます。

第4条（変更・キャンセル）
予約の変更・キャンセルは、受診日の${deadlineDays}日前までマイページでお手続きいただけます。それ以降は、${office}お電話でご連絡ください。

第5条（マイページ）
はじめてご予約された方には、マイページのパスワードをお知らせいたします。ログイン後にご自身のパスワードへ変更し、他の方に知られないよう大切に管理してください。

第6条（料金）
${amounts}健康保険組合やお勤め先の補助をご利用の場合は、補助を差し引いたご負担額を表示しています。受診当日に補助の資格を失っている場合は、全額をご負担いただくことがございます。

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
${contact}`;
}
