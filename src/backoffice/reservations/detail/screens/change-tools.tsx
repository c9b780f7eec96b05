// What can be changed of a reservation beside its form: its options on the same number, and, by the phone booking, all of it.
import { useState } from 'react';
import { AmendDialog } from '#backoffice/reservations/amend/amend-dialog.tsx';
import { CancelBox } from '#backoffice/reservations/cancel-box.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { STARTED, startPhoneBooking } from '#backoffice/shared/open-screens.ts';
import { today } from '#domain/calendar/clock.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { listReasons } from '#domain/reservation/cancel-reasons.ts';
import { isLive, MOST_DAYS_BACK } from '#domain/reservation/reservation-status.ts';
import { OFFICE } from '#web/addresses.ts';
import { send } from '#web/send.ts';
import { useMay } from '#web/session.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Text } from '#web/ui/layout.tsx';
import { updateReservation } from '../contract.ts';
import { type Change, describeMail, type Reservation, writeDay } from './notification.ts';

interface CancelDialogProps {
  data: Reservation;
  onClose(): void;
  onCancelled(saved: Change): void;
  renew(): Promise<boolean>;
}

export function CancelDialog({ data, onClose, onCancelled, renew }: CancelDialogProps) {
  const { number, version, visitDate, slotCode, name, startTime, course, mail, cancelReasons } = data;
  const cancelled = { number, version, visitDate, slotCode, patientNumber: null, status: 'cancel_confirmed' as const };
  return (
    <CancelBox
      reasons={listReasons(cancelReasons)}
      canMail={mail !== ''}
      mailHint={describeMail(data, { ...cancelled, sendMail: true })}
      ok="取り消す"
      saving={{
        send: (value) => send(updateReservation, { ...value, ...cancelled }),
        done: (_, { sendMail }) => onCancelled({ ...cancelled, sendMail }),
        renew,
      }}
      onClose={onClose}
    >
      <p>{`${withNarrowBlanks(name)} 様　${writeDay(visitDate)} ${startTime}　${course.name}`}</p>
      <Text size="l" strong>
        この予約を取り消しますか？
      </Text>
    </CancelBox>
  );
}

interface ChangeToolsProps {
  data: Reservation;
  onAmended(sentence: string): void;
}

/** Of what stands: from the day of the visit on its options on its number, and as long as nobody has come, another one in its place. */
export function ChangeTools({ data, onAmended }: ChangeToolsProps) {
  const mayChange = useMay('reception');
  const [isAmending, setAmending] = useState(false);
  const { number, status, visitDate, reception, isAnonymous } = data;
  if (!mayChange || !visitDate || !isLive(status) || isAnonymous) return null;
  const now = today(new Date());
  const hasBegun = visitDate <= now;
  const isAmendable = hasBegun && visitDate >= addDays(now, -MOST_DAYS_BACK) && reception !== 'no_show';
  return (
    <>
      {isAmendable && <Button onClick={() => setAmending(true)}>オプションを変更</Button>}
      {visitDate >= now && reception !== 'arrived' && (
        <PhoneChange number={number} label={hasBegun ? 'コースを変更（新しい番号）' : 'コース・オプションを変更'} />
      )}
      {isAmending && (
        <AmendDialog
          number={number}
          onClose={() => setAmending(false)}
          onDone={(sentence) => {
            setAmending(false);
            onAmended(sentence);
          }}
        />
      )}
    </>
  );
}

function PhoneChange({ number, label }: { number: number; label: string }) {
  return (
    <LinkButton
      to={OFFICE.phoneBooking}
      state={STARTED}
      icon="phone"
      onFollow={() => startPhoneBooking({ personOf: number, replaces: number })}
    >
      {label}
    </LinkButton>
  );
}
