// Words that stay in one piece, stand in a list, or stand where there is nothing else to show.
import type { ReactNode } from 'react';
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Payer } from '#domain/reservation/user-kind.ts';
import { Stack } from '#web/ui/layout.tsx';
import styles from './texts.module.css';

/** Where an address names no institution. */
export const NO_INSTITUTION = '医療機関が見つかりません';
export const CHECK_ADDRESS =
  'アドレス（URL）が間違っているか、予約ページがなくなった可能性があります。医療機関からのご案内にあるアドレスを、もう一度ご確認ください。';

/** A date or an amount, which no line breaks in the middle. */
export function NoWrap({ children }: { children: ReactNode }) {
  return <span className={styles.whole}>{children}</span>;
}

export function HintText({ children }: { children: ReactNode }) {
  return <p className={styles.why}>{children}</p>;
}

export function Bullets({ lines }: { lines: readonly string[] }) {
  return (
    <Stack as="ul" gap="1" className={styles.bullets}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </Stack>
  );
}

export function Empty({ lines }: { lines: readonly string[] }) {
  return (
    <div className={styles.empty}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

const WORDS: Readonly<Record<Payer, string>> = {
  individual: '個人でのご予約',
  insurance: '健康保険・お勤め先の健診のご予約',
};

interface OpensLaterProps {
  payer: Payer;
  /** Null where it is open, or nobody knows: then there is nothing to say. */
  on: PlainDate | null;
  className?: string;
}

/** An entrance that is still shut, and from when on it is open. */
export function OpensLater({ payer, on, className }: OpensLaterProps) {
  if (!on) return null;
  return (
    <p className={className}>
      {WORDS[payer]}は、
      <b>
        <NoWrap>{formatMonthDay(on)}</NoWrap>
      </b>
      から受け付けます。
    </p>
  );
}
