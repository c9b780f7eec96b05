// What staff change about a reservation: its status, day and time, the patient number, and whether the person is notified; or that it is cancelled.

import { CancelBox, NoticeField, ReasonField } from '#backoffice/reservations/cancel-box.tsx';
import { requireReason } from '#backoffice/reservations/contract-edit.ts';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { confirmMail } from '#backoffice/shared/unconfirmed-queue.ts';
import { dayOfWeek, WEEKDAYS } from '#domain/calendar/plain-date.ts';
import { listReasons } from '#domain/reservation/cancel-reasons.ts';
import {
  confirmationOf,
  HAS_COME,
  isLive,
  STAFF_STATUSES,
  STATUS_WORDS,
} from '#domain/reservation/reservation-status.ts';
import { FormConflict } from '#web/master-screens/edit-conflict.tsx';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { DateSelects, writeDraft } from '#web/ui/date-field.tsx';
import { FieldGroup, InlineFields } from '#web/ui/field-frame.tsx';
import { CheckboxField, SelectField, TextField } from '#web/ui/fields.tsx';
import type { Bound, Form } from '#web/ui/form.ts';
import { Muted, Stack, Text } from '#web/ui/layout.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { Value } from '#wire/record.ts';
import { reservationForm, updateReservation } from '../contract.ts';
import { type Change, chooseMail, describeMail, type Reservation, type ReservationDraft, writeDay } from './change.ts';
import styles from './edit-panel.module.css';

const STATUS_HINTS: Readonly<Record<string, string>> = {
  cancelled: '受診者が取り消し、まだ確認していない予約',
  cancel_confirmed: '取り消した予約',
  deleted: '誤って登録した予約。統計に数えません',
};

/** Who has come can't be cancelled. */
const statusOptions = ({ reception }: Reservation) =>
  STAFF_STATUSES.filter((status) => reception !== 'arrived' || isLive(status)).map((status) => ({
    value: status,
    label: STATUS_WORDS[status],
  }));

type ReservationForm = Form<(typeof reservationForm)['fields'], Value<typeof reservationForm>, ReservationDraft>;

/**
 * One tick, whatever is pressed. Where something waits to be confirmed it is the one that is remembered for confirming; any other
 * change begins without.
 */
export function useMailTick({ status }: Reservation, form: ReservationForm): Bound<boolean> {
  const value = confirmMail.use();
  const field = form.bind('sendMail');
  return confirmationOf(status) ? { ...field, value, onChange: confirmMail.set } : field;
}

const isCancelled = ({ status }: Pick<ReservationDraft, 'status'>) => status !== '' && !isLive(status);

const needsReason = (data: Reservation, draft: Pick<ReservationDraft, 'status'>) =>
  isLive(data.status) && isCancelled(draft) && listReasons(data.cancelReasons).length > 0;

export const formOf = (data: Reservation) =>
  reservationForm.rule((value, report) => requireReason(needsReason(data, value), value, report));

/** One that the master no longer has is still this reservation's. */
const reasonsOf = ({ cancelReason, cancelReasons }: Reservation) =>
  [...new Set([cancelReason, ...listReasons(cancelReasons)])].filter(Boolean);

interface DayFieldsProps {
  data: Reservation;
  form: ReservationForm;
  onPick(): void;
}

interface EditPanelProps extends DayFieldsProps {
  tick: Bound<boolean>;
}

export function EditPanel({ data, form, tick, onPick }: EditPanelProps) {
  const change = { ...changeIn(form.draft), sendMail: tick.value };
  const confirmed = change.status === data.status && confirmationOf(data.status);
  const kind = chooseMail(data, change);
  const hint =
    confirmed && !kind
      ? `確認すると、${describeMail(data, { ...change, status: confirmed })}`
      : describeMail(data, change);
  return (
    <Panel title="変更する内容" kind="active">
      <Stack gap="3" className={styles.fields}>
        {form.editedCount > 0 && <FormConflict form={form} lead="変更された項目" />}
        <SelectField
          {...form.bind('status')}
          required={false}
          options={statusOptions(data)}
          width="full"
          hint={STATUS_HINTS[form.draft.status]}
        />
        {isCancelled(form.draft) && (
          <ReasonField
            {...form.bind('cancelReason')}
            required={needsReason(data, form.draft)}
            reasons={reasonsOf(data)}
          />
        )}
        {data.reception === 'arrived' ? (
          <Muted>{HAS_COME}</Muted>
        ) : (
          <DayFields data={data} form={form} onPick={onPick} />
        )}
        <TextField {...form.bind('patientNumber')} width="middle" />
        {data.mail === '' ? (
          <p>{describeMail(data, change)}</p>
        ) : (
          <CheckboxField {...tick} text="受診者へ通知メールを送信する" hint={tick.value ? hint : undefined} />
        )}
        {kind && <NoticeField {...form.bind('notice')} />}
      </Stack>
    </Panel>
  );
}

function DayFields({ data, form, onPick }: DayFieldsProps) {
  const day = form.bind('visitDate');
  return (
    <>
      <FieldGroup field={{ ...day, required: false }} write={writeDraft}>
        <InlineFields>
          <DateSelects {...day} years={data.years} />
          <span>{weekdayOf(form.draft)}</span>
          <Button className={styles.pick} icon="calendar" onClick={onPick}>
            カレンダー
          </Button>
        </InlineFields>
      </FieldGroup>
      {data.choose === 'time' && (
        <SelectField {...form.bind('slotCode')} required={false} options={slotOptions(data)} width="full" />
      )}
    </>
  );
}

/** One that the master no longer has is still this reservation's. */
function slotOptions({ slots, slotCode, startTime }: Reservation) {
  const known = slots.map((slot) => ({ value: slot.slotCode, label: slot.startTime }));
  return known.some(({ value }) => value === slotCode) ? known : [{ value: slotCode, label: startTime }, ...known];
}

/** Null where no day is chosen, or none that there is. */
export const readDay = ({ visitDate }: ReservationDraft) =>
  reservationForm.fields.visitDate.parse(visitDate, () => {}) ?? null;

function weekdayOf(draft: ReservationDraft): string {
  const date = readDay(draft);
  return date ? (WEEKDAYS[dayOfWeek(date) - 1] ?? '') : '';
}

export const changeIn = (draft: ReservationDraft): Omit<Change, 'sendMail'> => ({
  ...draft,
  visitDate: readDay(draft),
});

export function describe(data: Reservation, draft: ReservationDraft, isMailed: boolean): Record<string, string> {
  const slot = slotOptions(data).find(({ value }) => value === draft.slotCode);
  return {
    予約状況: draft.status === '' ? '' : STATUS_WORDS[draft.status],
    受診日: writeDay(readDay(draft)),
    受付時間: slot?.label ?? '',
    患者番号: draft.patientNumber,
    取消の理由: isCancelled(draft) ? draft.cancelReason : '',
    連絡事項: isMailed ? draft.notice : '',
  };
}

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
