// The time slots master as the shared screens need it.
import { Fragment } from 'react';
import { formatTime } from '#domain/calendar/clock.ts';
import { MASTERS } from '#web/addresses.ts';
import { defineMaster, type MasterForm } from '#web/master-screens/master.ts';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { FieldGroup, InlineFields, OtherValue } from '#web/ui/field-frame.tsx';
import { inputProps, TextField } from '#web/ui/fields.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { timeSlotCalls } from './contract.ts';

const START = '受付時間';
const HINT = '受付をする時刻です。検査を始める時刻ではありません。';

function TimeSlotRows({ form }: MasterForm<typeof timeSlotCalls.values>) {
  const parts = [
    { ...form.bind('hour'), unit: '時' },
    { ...form.bind('minute'), unit: '分' },
  ];
  const id = `${parts[0]?.id}-and-minute`;
  const error = parts.map((part) => part.error ?? '').join('') || null;
  return (
    <Section title="受付時間">
      <TextField {...form.bind('name')} />
      <FieldGroup field={{ id, label: START, required: true, error }} hint={HINT}>
        <InlineFields>
          {parts.map(({ unit, ...field }) => (
            <Fragment key={unit}>
              <input
                {...inputProps(field)}
                data-width="tiny"
                inputMode="numeric"
                autoComplete="off"
                aria-label={field.label}
                aria-describedby={field.error ? `${id}-error` : undefined}
              />
              {unit}
            </Fragment>
          ))}
        </InlineFields>
        {parts.map(({ unit, ...field }) => (
          <OtherValue key={unit} field={field} write={(theirs) => `${theirs}${unit}`} />
        ))}
      </FieldGroup>
    </Section>
  );
}

export const master = defineMaster({
  addresses: MASTERS.timeSlots,
  ...timeSlotCalls,
  columns: [
    { label: '名称', text: ({ name }) => name },
    { label: START, text: ({ startTime }) => startTime },
  ],
  Empty: () => (
    <EmptyBox
      text="データが一件も登録されていません。"
      hint="受付をする時刻を登録してください。日別の予約枠だけを使う場合は不要です。"
      actions={[{ label: '新規登録', to: MASTERS.timeSlots.register }]}
    />
  ),
  FormRows: TimeSlotRows,
  describe: ({ name, hour, minute }) => ({ 名称: name, [START]: formatTime(hour * 60 + minute) }),
  warn: ({ record, takenCount }, { hour, minute }) =>
    (record.hour !== hour || record.minute !== minute) &&
    takenCount > 0 && (
      <Notice>
        変更した受付時間は、これからの予約に使います。すでに入っている今日以降の予約（
        {takenCount.toLocaleString('ja-JP')}枠）の受付時間は変わりません。
      </Notice>
    ),
});
