// Asks before what stands is cancelled: why, and whether the person is written to.

import { CancelFields } from '#backoffice/reservations/cancel-fields.tsx';
import { cancelForm, cancelFormOf } from '#backoffice/reservations/contract-edit.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { listReasons } from '#domain/reservation/cancel-reasons.ts';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { useForm } from '#web/ui/form.ts';
import { Text } from '#web/ui/layout.tsx';
import { useSave } from '#web/use-save.ts';
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
  const reasons = listReasons(data.cancelReasons);
  const form = useForm(cancelFormOf(reasons), cancelForm.blank);
  const { isBusy, save } = useSave();
  const { number, version, visitDate, slotCode, name, startTime, course, mail } = data;
  const cancelled = { status: 'cancel_confirmed', visitDate, slotCode } as const;

  const submit = () =>
    save(form.submit, {
      send: (value) =>
        send(updateReservation, {
          ...value,
          number,
          version,
          ...cancelled,
          patientNumber: null,
        }),
      done: (_, { sendMail }) => onCancelled({ ...cancelled, sendMail }),
      renew,
    });

  return (
    <ModalBox
      title="予約の取り消し"
      tone="wrong"
      onClose={onClose}
      onSubmit={submit}
      details={
        <CancelFields
          form={form}
          reasons={reasons}
          canMail={mail !== ''}
          mailHint={describeMail(data, { ...cancelled, sendMail: form.draft.sendMail })}
        />
      }
      buttons={[
        <Button key="give up" kind="quiet" onClick={onClose}>
          やめる
        </Button>,
        <Button key="cancel" kind="danger" type="submit" disabled={isBusy}>
          取り消す
        </Button>,
      ]}
    >
      <p>{`${withNarrowBlanks(name)} 様　${writeDay(visitDate)} ${startTime}　${course.name}`}</p>
      <Text size="l" strong>
        この予約を取り消しますか？
      </Text>
    </ModalBox>
  );
}
