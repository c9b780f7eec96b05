// What a reservation has that somebody should know of before they open it: a letter in a box, with its meaning as a tooltip.
import type { FoundRow } from './contract-rows.ts';
import styles from './flags.module.css';

const FLAGS = [
  ['hasNote', '申', '申し送りあり'],
  ['hasMemo', 'メ', 'スタッフメモあり'],
  ['hasRemarks', '備', '備考あり'],
  ['isDuplicate', '重', '同じ年度に2件以上'],
  ['isReturning', '再', '2回目以降の受診'],
  ['isNoShow', '未', '未受診'],
] as const;

type Flagged = Pick<FoundRow, 'hasNote' | 'hasMemo' | 'hasRemarks' | 'isDuplicate' | 'reception'> & {
  isReturning?: boolean;
  /** Where they are known, they are shown in place of their marks' meaning. */
  personNote?: string;
  staffMemo?: string;
  remarks?: string;
};

export function Flags({ row }: { row: Flagged }) {
  const has = { isReturning: false, ...row, isNoShow: row.reception === 'no_show' };
  const texts: Readonly<Record<string, string | undefined>> = {
    hasNote: row.personNote,
    hasMemo: row.staffMemo,
    hasRemarks: row.remarks,
  };
  return FLAGS.filter(([name]) => has[name]).map(([name]) => <Flag key={name} name={name} text={texts[name]} />);
}

interface FlagProps {
  name: (typeof FLAGS)[number][0];
  text?: string;
  isPlain?: boolean;
}

/** `isPlain` beside its own meaning in words, which nobody needs to hear twice. */
export function Flag({ name, text, isPlain = false }: FlagProps) {
  const [, letter = '', meaning = ''] = FLAGS.find(([each]) => each === name) ?? [];
  const whole = text ? `${meaning}：${text}` : meaning;
  const attributes = isPlain ? { 'aria-hidden': true } : { title: whole, 'aria-label': whole };
  return (
    <abbr className={styles.mark} data-mark={name} {...attributes}>
      {letter}
    </abbr>
  );
}

/** `without`: the one that no row of the list ever has. */
export const FlagLegend = ({ without }: { without: FlagProps['name'] }) => (
  <>
    印：
    {FLAGS.filter(([name]) => name !== without).map(([name, , meaning]) => (
      <span key={name}>
        <Flag name={name} isPlain /> {meaning.replace('あり', '')}
      </span>
    ))}
  </>
);
