// An entrance that is still shut, and from when on it is open.
import { formatMonthDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Payer } from '#domain/reservation/user-kind.ts';
import { NoWrap } from './texts.tsx';

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
