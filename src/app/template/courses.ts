// The template's courses, for those who pay themselves.
import { anybody, EXAM_ITEMS, type FrameName, type Rule } from './masters.ts';

interface Course {
  name: string;
  duration: string;
  description: string;
  recommendedFor: string;
  /** By their sort numbers. */
  items: readonly number[];
  frame: FrameName;
  price: Rule;
  hasOptions: boolean;
}

export const COURSES: readonly Course[] = [
  {
    name: '一日人間ドック',
    duration: '約3時間',
    description: '全身の状態を一日で調べるコースです。オプションの検査を追加できます。',
    recommendedFor: '年に一度、全身の状態をくわしく調べたい方',
    items: EXAM_ITEMS.map((_, at) => at + 1),
    frame: '人間ドック受付',
    price: anybody(44_000),
    hasOptions: true,
  },
  {
    name: '定期健康診断',
    duration: '約1時間',
    description: '労働安全衛生規則に定められた項目を調べるコースです。',
    recommendedFor: 'お勤め先や学校に健診の結果を提出される方',
    items: [1, 2, 3, 4, 5, 8, 9, 13, 14, 16],
    frame: '健診受付',
    price: anybody(9900),
    hasOptions: false,
  },
];
