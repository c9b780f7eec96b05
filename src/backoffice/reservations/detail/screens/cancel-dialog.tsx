// Asks before what stands is cancelled.
import { CancelBox } from '#backoffice/reservations/cancel-box.tsx';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { listReasons } from '#domain/reservation/cancel-reasons.ts';
import { send } from '#web/send.ts';
import { Text } from '#web/ui/layout.tsx';
import { updateReservation } from '../contract.ts';
import { type Change, describeMail } from './notification.ts';
import { type Reservation, writeDay } from './words.ts';

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
