// Fills a new institution with what most clinics need, none of which can be booked before they set capacity and publish.
import { insertRows } from '#app/insert.ts';
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
  makeCourses,
  option,
  optionGroups,
  type Rule,
  timeSlots,
  women,
  writeCatalogue,
  writeCourses,
} from './catalogue.ts';
import { writeTermsOfUse } from './terms-of-use.ts';

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
