// Nobody of the day was found by what was typed: who it may be on another one, and what can be done then.
import type { Finding } from '#backoffice/reservations/find/finder.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { STARTED, startPhoneBooking } from '#backoffice/shared/open-phone-booking.ts';
import { receptionOn } from '#backoffice/shared/open-reception.ts';
import { ReservationLink } from '#backoffice/shared/reservation-link.tsx';
import { formatOfficeDate, formatOfficeDay } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { OFFICE } from '#web/addresses.ts';
import { Row } from '#web/ui/layout.tsx';
import { Link } from '#web/ui/link.tsx';
import { LoadFailed } from '#web/ui/notice.tsx';
import { findElsewhere } from './desk.ts';

interface ElsewhereProps {
  finding: Finding;
  date: PlainDate;
  onAgain(): void;
}

const NOBODY = '該当する予約がありません。';

export function Elsewhere({ finding, date, onAgain }: ElsewhereProps) {
  if (finding.step === 'looking') return <p>この日の予約はありません。ほかの日を探しています。</p>;
  if (finding.step === 'failed') {
    return (
      <p>
        <LoadFailed onRetry={onAgain} />
      </p>
    );
  }
  if (finding.step === 'refused') return <b>{finding.isNobody ? NOBODY : finding.sentences.join('')}</b>;
  const visits = finding.step === 'found' ? findElsewhere(finding.found.people, date) : [];
  if (visits.length === 0) return <b>{NOBODY}</b>;
  return (
    <ul>
      {visits.map(({ person, row: { number, visitDate, startTime } }) => (
        <Row key={number} as="li" gap="2" lines="0">
          <span>
            <b>{withNarrowBlanks(person.name)} 様</b>
            {`　${formatOfficeDate(person.birthDate)}　予約は${formatOfficeDay(visitDate)}${startTime}です。`}
          </span>
          <ReservationLink number={number}>詳細</ReservationLink>
          <Link to={receptionOn(OFFICE.reception, visitDate)}>この日の受付を開く</Link>
          <Link
            to={OFFICE.phoneBooking}
            state={STARTED}
            onFollow={() => startPhoneBooking({ personOf: person.number })}
          >
            この方の予約をとる
          </Link>
        </Row>
      ))}
    </ul>
  );
}
