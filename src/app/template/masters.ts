// The template's small masters: slots, frames, examination items, and options with their groups.
import type { Sex } from '#domain/offer/conditions.ts';

/** Minutes of the day. */
export const SLOTS = [510, 540, 570, 600, 630, 780, 810, 840];

const byTime = { managedBy: 'time', countedAs: 'persons' } as const;

export const FRAMES = [
  { name: '健診受付', ...byTime },
  { name: '人間ドック受付', ...byTime },
  { name: '胃内視鏡', ...byTime },
  { name: '婦人科検査', managedBy: 'day', countedAs: 'parts' },
  { name: '腹部超音波', managedBy: 'day', countedAs: 'persons' },
] as const;

export type FrameName = (typeof FRAMES)[number]['name'];

export const EXAM_ITEMS = [
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
];

export interface Rule {
  sex: Sex | null;
  ages: readonly [from: number, to: number];
  amount: number;
}

export const anybody = (amount: number): Rule => ({ sex: null, ages: [18, 99], amount });
const men = (amount: number): Rule => ({ sex: 'male', ages: [18, 99], amount });
const women = (amount: number, from = 20): Rule => ({ sex: 'female', ages: [from, 99], amount });

interface Option {
  name: string;
  /** For whom, and for how much, in the course that has options. */
  rule: Rule;
  frame?: FrameName;
  isInitial?: boolean;
}

interface Group {
  name: string;
  selection: 'single' | 'multiple';
  options: readonly Option[];
}

export const OPTION_GROUPS: readonly Group[] = [
  {
    name: '胃の検査',
    selection: 'single',
    options: [
      { name: '胃部X線', rule: anybody(0), isInitial: true },
      { name: '胃内視鏡（経口）', rule: anybody(5500), frame: '胃内視鏡' },
      { name: '胃内視鏡（経鼻）', rule: anybody(5500), frame: '胃内視鏡' },
      { name: '胃の検査を受けない', rule: anybody(0) },
    ],
  },
  {
    name: '血液検査',
    selection: 'multiple',
    options: [
      { name: '腫瘍マーカー（男性）', rule: men(6600) },
      { name: '腫瘍マーカー（女性）', rule: women(6600) },
      { name: 'ピロリ菌抗体', rule: anybody(2750) },
      { name: '甲状腺機能', rule: anybody(3850) },
      { name: '肝炎ウイルス', rule: anybody(3300) },
    ],
  },
  {
    name: '女性の検査',
    selection: 'multiple',
    options: [
      { name: 'マンモグラフィ', rule: women(5500, 40), frame: '婦人科検査' },
      { name: '乳房超音波', rule: women(4400), frame: '婦人科検査' },
      { name: '子宮頸がん検査', rule: women(4400), frame: '婦人科検査' },
    ],
  },
  {
    name: '画像検査',
    selection: 'multiple',
    options: [
      { name: '骨密度', rule: anybody(2200) },
      { name: '頸動脈超音波', rule: anybody(4400) },
      { name: '内臓脂肪CT', rule: anybody(5500) },
    ],
  },
];
