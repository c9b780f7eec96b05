// What a reservation has that somebody should know of before they open it: a letter in a box, with its meaning as a tooltip.
import type { FoundRow } from './contract-rows.ts';
import styles from './marks.module.css';

const MARKS = [
  ['hasMemo', 'メ', 'スタッフメモあり'],
  ['hasRemarks', '備', '備考あり'],
  ['isDuplicate', '重', '同じ年度に2件以上'],
  ['isReturning', '再', '2回目以降の受診'],
  ['isNoShow', '未', '未受診'],
] as const;

type Marked = Pick<FoundRow, 'hasMemo' | 'hasRemarks' | 'isDuplicate' | 'reception'> & {
  isReturning?: boolean;
  /** Where they are known, they are shown in place of their marks' meaning. */
  staffMemo?: string;
  remarks?: string;
};

export function Marks({ row }: { row: Marked }) {
  const has = { isReturning: false, ...row, isNoShow: row.reception === 'no_show' };
  const texts: Readonly<Record<string, string | undefined>> = { hasMemo: row.staffMemo, hasRemarks: row.remarks };
  return MARKS.filter(([name]) => has[name]).map(([name]) => <Mark key={name} name={name} text={texts[name]} />);
}

interface MarkProps {
  name: (typeof MARKS)[number][0];
  text?: string;
  isPlain?: boolean;
}

/** `isPlain` beside its own meaning in words, which nobody needs to hear twice. */
export function Mark({ name, text, isPlain = false }: MarkProps) {
  const [, letter = '', meaning = ''] = MARKS.find(([each]) => each === name) ?? [];
  const whole = text ? `${meaning}：${text}` : meaning;
  const told = isPlain ? { 'aria-hidden': true } : { title: whole, 'aria-label': whole };
  return (
    <abbr className={styles.mark} data-mark={name} {...told}>
      {letter}
    </abbr>
  );
}
