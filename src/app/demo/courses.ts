// The demo's courses, the same for last year, this year and the next: texts, examinations, prices and options.
import { anybody, type CourseDraft, makeCourses, type Rule, women, writeCourses } from '#app/template/catalogue.ts';
import type { Db } from '#db/database.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { INSTITUTION } from './institution.ts';
import { CATALOGUE, FOODS, FRAMES, MACHINERY, NATIONAL } from './masters.ts';

const evenAges = (from: number, to: number, amount: number): Rule[] =>
  Array.from({ length: (to - from) / 2 + 1 }, (_, index) => {
    const age = from + 2 * index;
    return [null, 'female', age, age, amount];
  });

const stomach = (endoscopy: number): CourseDraft['options'] => [
  ['胃部X線', anybody(0)],
  ['胃内視鏡(経鼻)', anybody(endoscopy)],
  ['胃内視鏡(経口)', anybody(endoscopy)],
  ['胃の検査を受けない', anybody(0)],
];
const BLOOD: CourseDraft['options'] = [
  ['腫瘍マーカー男性3種', [null, 'male', 50, 99, 6600]],
  ['腫瘍マーカー女性3種', women(18, 6600)],
  ['ピロリ菌抗体', anybody(2750)],
  ['甲状腺機能', anybody(3850)],
  ['骨密度', anybody(2200)],
  ['頸動脈超音波', anybody(4400)],
];
const WOMEN: CourseDraft['options'] = [
  ['マンモグラフィ2方向', women(40, 5500)],
  ['乳房超音波', women(20, 4400)],
  ['子宮頸がん細胞診', women(20, 4400)],
];
const BRAIN: CourseDraft['options'] = [['脳MRI・MRA', anybody(27500)]];

const insuredPrices = (category: string): Rule[] => [
  [category, 'male', 35, 39, 11000],
  [category, 'male', 40, 75, 8800],
  [category, 'female', 35, 39, 12100],
  [category, 'female', 40, 75, 9900],
];

const FASTING = '検査前日の21時以降はお食事をとらないでください。水は当日の朝までお飲みいただけます。';
const RESULTS = '結果は約3週間後に郵送いたします。';

export const COURSES = makeCourses(CATALOGUE, [
  {
    clientCode: INDIVIDUAL,
    name: '一日人間ドック',
    internalName: '個人ドック',
    duration: '約3時間30分',
    frame: FRAMES.dock,
    items: 'aaaaaaaaaaaa',
    prices: [anybody(44000)],
    options: [...stomach(5500), ...BLOOD, ...WOMEN, ...BRAIN],
    description: `全身の状態を一日でくわしく調べるコースです。当日、医師が結果の一部をご説明いたします。\n${FASTING}`,
    recommendedFor: '年に一度、全身の状態をくわしく調べたい方',
  },
  {
    clientCode: INDIVIDUAL,
    name: '定期健康診断',
    internalName: '個人定健',
    duration: '約1時間',
    frame: FRAMES.checkup,
    items: 'aaaa-aa--pp-',
    prices: [anybody(9900)],
    options: [...BLOOD, ...WOMEN],
    description: `労働安全衛生法に定められた項目を調べるコースです。${RESULTS}\n受診前の4時間は、お食事をお控えください。`,
    recommendedFor: 'お勤め先や学校に健診の結果を提出される方',
  },
  {
    clientCode: MACHINERY,
    name: '日帰り人間ドック',
    internalName: '東丘ドック',
    duration: '約3時間30分',
    frame: FRAMES.dock,
    items: 'aaaaaaaaaaaa',
    prices: [
      ...insuredPrices('被保険者（本人）'),
      ...insuredPrices('任意継続被保険者'),
      ['被扶養者（配偶者）', null, 35, 39, 22000],
      ['被扶養者（配偶者）', null, 40, 75, 16500],
      ['被扶養者（その他）', null, 40, 75, 27500],
    ],
    options: [...stomach(5500), ...BLOOD, ...WOMEN, ...BRAIN],
    description: `健康保険組合の補助をご利用いただける人間ドックです。補助は年度に1回までです。\n${FASTING}`,
    recommendedFor: '年度末の年齢が35歳から75歳までの被保険者・被扶養者の方',
  },
  {
    clientCode: MACHINERY,
    name: '特定健診',
    internalName: '東丘特定',
    duration: '約1時間',
    frame: FRAMES.checkup,
    items: 'aaa-pp---pp-',
    prices: ['被扶養者（配偶者）', '被扶養者（その他）', '任意継続被保険者'].map((category) => [
      category,
      null,
      40,
      75,
      0,
    ]),
    options: [...BLOOD, ...WOMEN],
    description: `生活習慣病の予防を目的とした健診です。ご負担なく受診いただけます。${RESULTS}\n当日の朝はお食事をとらずにお越しください。`,
    recommendedFor: '年度末の年齢が40歳から75歳までの被扶養者・任意継続被保険者の方',
  },
  {
    clientCode: NATIONAL,
    name: '一般健診',
    internalName: '協会一般',
    duration: '約2時間',
    frame: FRAMES.checkup,
    items: 'aaaapaaa-aaa',
    prices: [['被保険者', null, 35, 75, 5500]],
    options: [
      ...stomach(5500),
      ...BLOOD,
      ['マンモグラフィ2方向', ...evenAges(40, 48, 1700), ...evenAges(50, 74, 980)],
      ['乳房超音波', women(20, 4400)],
      ['子宮頸がん細胞診', ...evenAges(36, 74, 990)],
    ],
    description: `協会けんぽの補助をご利用いただける生活習慣病予防健診です。補助は年度に1回までです。\n${FASTING}`,
    recommendedFor: '年度内に35歳から75歳になる被保険者の方（偶数年齢の女性は乳がん・子宮頸がん検診も補助の対象です）',
  },
  {
    clientCode: FOODS,
    name: '定期健診A',
    internalName: '白鷺野A',
    duration: '約1時間30分',
    frame: FRAMES.checkup,
    items: 'aaaa-aaa-aaa',
    prices: [
      [null, null, 35, 35, 0],
      [null, null, 40, 75, 0],
    ],
    options: [...stomach(0), ['マンモグラフィ2方向', women(40, 0)], ['子宮頸がん細胞診', women(20, 0)]],
    description: `白鷺野食品の定期健康診断です。費用は会社が負担いたします。${RESULTS}\n${FASTING}`,
    recommendedFor: '4月1日の年齢が35歳、または40歳以上の方',
  },
  {
    clientCode: FOODS,
    name: '定期健診B',
    internalName: '白鷺野B',
    duration: '約1時間',
    frame: FRAMES.checkup,
    items: 'aaaa--a---p-',
    prices: [
      [null, null, 18, 34, 0],
      [null, null, 36, 39, 0],
    ],
    options: [['子宮頸がん細胞診', women(20, 0)]],
    description: `白鷺野食品の定期健康診断です。費用は会社が負担いたします。${RESULTS}`,
    recommendedFor: '4月1日の年齢が34歳以下、または36歳から39歳までの方',
  },
]);

/** Two months before the year begins, and two weeks before it ends, since nothing can be booked for the last two. */
export function registrationPeriod(fiscalYear: number): { from: PlainDate; to: PlainDate } {
  return { from: `${fiscalYear}-02-01`, to: `${fiscalYear + 1}-03-15` };
}

const ENTRY_NOTES = [
  '当日は、マイナ保険証または資格確認書をお持ちください。',
  '妊娠中の方、ペースメーカーをお使いの方は、ご予約の前にお電話でご相談ください。',
].join('\n');

const CONFIRMATION_NOTES = [
  '確認メールをお送りしました。届かない場合は、迷惑メールフォルダーをご確認ください。',
  '受診日の1週間前までに、問診票と検査容器をご自宅にお送りします。',
  '予約の変更・キャンセルは、受診日の7日前までマイページでできます。',
].join('\n');

const REQUEST_NOTES = [
  'お申し込みを受け付けました（まだ確定していません）。',
  '日時が確定しましたら、あらためてメールでご連絡いたします。',
].join('\n');

const CANCEL_NOTES = [
  'キャンセルを受け付けました。確認メールをお送りしましたので、ご確認ください。',
  'お手元の検査容器は破棄していただいて差し支えございません。またのご利用をお待ちしております。',
].join('\n');

export function writeDemoCourses(db: Db, fiscalYear: number, today: PlainDate): Promise<void> {
  const years = [fiscalYear - 1, fiscalYear, fiscalYear + 1];
  return writeCourses(db, INSTITUTION, years, COURSES, ({ name, internalName, clientCode }, year) => {
    const { from, to } = registrationPeriod(year);
    return {
      internal_name: internalName,
      sends: name.endsWith('人間ドック'),
      published: today >= from,
      // Saved once since: they are no template's.
      prices_version: 2,
      registration_from: from,
      registration_to: to,
      entry_notes: ENTRY_NOTES,
      confirmation_notes: clientCode === FOODS ? REQUEST_NOTES : CONFIRMATION_NOTES,
      cancel_notes: CANCEL_NOTES,
    };
  });
}
