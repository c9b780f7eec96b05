// The demo's small masters: frames, slots, examination items, options, clients and their categories.
import {
  examItems,
  insertRows,
  type NamedFrame,
  option,
  optionGroups,
  timeSlots,
  toRow,
  writeCatalogue,
} from '#app/template/catalogue.ts';
import type { Db } from '#db/database.ts';
import { INDIVIDUAL, WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { pairCode } from '#domain/text/codes.ts';
import { INSTITUTION } from './institution.ts';

export const SLOTS = timeSlots([480, 510, 540, 570, 600, 780]);

export interface DemoFrame extends NamedFrame {
  /** places on a weekday, by slot */
  capacity: Record<string, number>;
}

const bySlot = (capacities: number[]) =>
  Object.fromEntries(SLOTS.map(({ slotCode }, index) => [slotCode, capacities[index] ?? 0]));

const byTime = { managedBy: 'time' as const, countedAs: 'persons' as const };
const byDay = (places: number) => ({ managedBy: 'day' as const, capacity: { [WHOLE_DAY]: places } });

export const FRAMES = {
  dock: { frameCode: '0001', name: 'ドック受付', ...byTime, capacity: bySlot([8, 8, 8, 6, 0, 0]) },
  checkup: { frameCode: '0002', name: '健診受付', ...byTime, capacity: bySlot([0, 6, 8, 8, 8, 12]) },
  gastroscopy: { frameCode: '0003', name: '胃内視鏡', ...byTime, capacity: bySlot([3, 3, 3, 3, 0, 0]) },
  women: { frameCode: '0004', name: '女性検査', countedAs: 'parts', ...byDay(24) },
  mri: { frameCode: '0005', name: '脳MRI', countedAs: 'persons', ...byDay(4) },
} satisfies Record<string, DemoFrame>;

export const frameOf = new Map<string, DemoFrame>(Object.values(FRAMES).map((frame) => [frame.frameCode, frame]));

const ITEMS = examItems([
  '診察・問診',
  '身体計測(腹囲を含む)',
  '血圧',
  '視力・聴力',
  '眼底・眼圧',
  '心電図',
  '胸部X線',
  '胃部検査',
  '腹部超音波',
  '血液検査',
  '尿検査',
  '便潜血検査(2日法)',
]);

export const OPTION_GROUPS = optionGroups([
  {
    name: '胃の検査',
    selection: 'single',
    description:
      '検査の方法をひとつお選びください。胃内視鏡は、経鼻（鼻から）と経口（口から）のどちらかをお選びいただけます。',
    options: [
      option('胃部X線', null, true),
      option('胃内視鏡(経鼻)', FRAMES.gastroscopy),
      option('胃内視鏡(経口)', FRAMES.gastroscopy),
      option('胃の検査を受けない'),
    ],
  },
  {
    name: '血液・その他',
    selection: 'multiple',
    description: '気になる検査を追加できます。いくつでもお選びいただけます。',
    options: ['腫瘍マーカー男性3種', '腫瘍マーカー女性3種', 'ピロリ菌抗体', '甲状腺機能', '骨密度', '頸動脈超音波'].map(
      (name) => option(name),
    ),
  },
  {
    name: '女性の検査',
    selection: 'multiple',
    description:
      '妊娠中の方、妊娠の可能性がある方、豊胸手術を受けた方、ペースメーカーをお使いの方は、マンモグラフィを受けられません。',
    options: ['マンモグラフィ2方向', '乳房超音波', '子宮頸がん細胞診'].map((name) => option(name, FRAMES.women)),
  },
  {
    name: '脳の検査',
    selection: 'multiple',
    description: '体内に金属のある方、閉所が苦手な方は、ご予約の前にお電話でご相談ください。',
    options: [option('脳MRI・MRA', FRAMES.mri)],
  },
]).map((group) => ({
  ...group,
  internalName: group.name,
  options: group.options.map((one) => ({ ...one, internalName: one.name })),
}));

export const MACHINERY = '00000001';
export const NATIONAL = '00000002';
export const FOODS = '00000003';

/** The individual client comes with every institution, so it is not among the rows that are written. */
const INDIVIDUAL_CLIENT = {
  client_code: INDIVIDUAL,
  name: '個人',
  age_basis: 'visit_day' as const,
  age_month: 0,
  age_day: 0,
  booking_method: 'confirmed' as const,
  prices_shown: true,
};

const CLIENT_ROWS = [
  {
    client_code: MACHINERY,
    name: '東丘精機健康保険組合',
    name_kana: 'ヒガシオカセイキケンコウホケンクミアイ',
    short_name: '東丘精機健保',
    url: 'https://higashioka-kenpo.example.jp/',
    insurer_number: '06990014',
    age_basis: 'next_year' as const,
    age_month: 3,
    age_day: 31,
    booking_method: 'confirmed' as const,
    reminder_days: 7,
    promotion_months: 10,
    prices_shown: true,
  },
  {
    client_code: NATIONAL,
    name: '全国健康保険協会（協会けんぽ）',
    name_kana: 'ゼンコクケンコウホケンキョウカイ',
    short_name: '協会けんぽ',
    insurer_number: '',
    age_basis: 'next_year' as const,
    age_month: 4,
    age_day: 1,
    booking_method: 'confirmed' as const,
    reminder_days: 7,
    promotion_months: 0,
    prices_shown: true,
  },
  {
    client_code: FOODS,
    name: '白鷺野食品株式会社',
    name_kana: 'シラサギノショクヒンカブシキガイシャ',
    short_name: '白鷺野食品',
    insurer_number: '',
    age_basis: 'this_year' as const,
    age_month: 4,
    age_day: 1,
    booking_method: 'desired' as const,
    reminder_days: 0,
    promotion_months: 0,
    prices_shown: false,
  },
];

export const CLIENTS = [INDIVIDUAL_CLIENT, ...CLIENT_ROWS];
export type Client = (typeof CLIENTS)[number];

const CATEGORY_NAMES: Record<string, string[]> = {
  [MACHINERY]: ['被保険者（本人）', '被扶養者（配偶者）', '被扶養者（その他）', '任意継続被保険者'],
  [NATIONAL]: ['被保険者', '被扶養者'],
  [FOODS]: ['社員', 'パート・契約社員'],
};

export const CATEGORIES = Object.entries(CATEGORY_NAMES).flatMap(([clientCode, names]) =>
  names.map((name, index) => ({ clientCode, categoryCode: pairCode(index + 1)!, name })),
);

export const CATALOGUE = {
  slots: SLOTS,
  frames: Object.values(FRAMES),
  items: ITEMS,
  groups: OPTION_GROUPS,
  categories: CATEGORIES,
};

/** `counted` is what was given codes elsewhere. */
export async function writeMasters(db: Db, counted: Record<string, number>): Promise<void> {
  const categories = Object.entries(CATEGORY_NAMES).map(([client, names]) => [`categories:${client}`, names.length]);
  const counters = { clients: CLIENT_ROWS.length, ...Object.fromEntries(categories), ...counted };
  await writeCatalogue(db, INSTITUTION, CATALOGUE, counters);
  await insertRows(db, INSTITUTION, {
    clients: CLIENT_ROWS.map((row) => ({ url: '', ...row })),
    client_categories: CATEGORIES.map(toRow),
  });
}
