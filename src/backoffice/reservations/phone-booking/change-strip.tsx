// What is being changed, above the columns.
import { formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import { reservationAt } from '#web/addresses.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Opening } from './caller-form.ts';

export function ChangeStrip({ opening }: { opening: Opening }) {
  const { replaces, visitDate, startTime, courseName, optionNames, status } = opening;
  return (
    <section aria-label="予約の変更">
      <Notice tone="care" icon="swap" below="2">
        <Row as="p" gap="3" lines="0">
          <b>予約の変更</b>
          <span>
            変更元{' '}
            <LinkButton kind="link" to={reservationAt(replaces)}>
              {replaces}
            </LinkButton>
          </span>
          <span>
            {visitDate && formatOfficeDay(visitDate)}
            {startTime}
          </span>
          <span>{courseName}</span>
          {optionNames.length > 0 && <span>{optionNames.join('・')}</span>}
          {status && <StatusBadge status={status} />}
        </Row>
        <p>予約すると新しい番号になり、変更元は「変更前」になります。変更元の枠は空きとして数えています。</p>
      </Notice>
    </section>
  );
}
