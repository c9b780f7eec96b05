// The frames master as the shared screens need it.
import { COUNTED_AS, MANAGED_BY } from '#domain/offer/master-words.ts';
import { NO_SLOTS_YET, SLOTS_FIRST, toTimeSlots } from '#masters/missing.tsx';
import { MASTERS } from '#web/addresses.ts';
import { defineMaster, type LookupsOf, type MasterForm } from '#web/master-screens/master.ts';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { RadioField, TextField } from '#web/ui/fields.tsx';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import type { Reply } from '#wire/call.ts';
import { frameCalls, lookUpForFrame } from './contract.ts';

/** While somebody counts on the frame as it is. */
function whyFixed({ takenCount, waitCount }: Reply<typeof frameCalls.open>): string | null {
  if (takenCount > 0) {
    return `今日以降に${takenCount.toLocaleString('ja-JP')}枠の予約が入っているため変更できません。`;
  }
  return waitCount > 0
    ? `今日以降にこの予約枠を使う希望予約または取消済みの予約が${waitCount.toLocaleString('ja-JP')}件あるため変更できません。`
    : null;
}

type Lookups = LookupsOf<typeof lookUpForFrame>;

function FrameRows({
  form,
  detail,
  lookups,
}: MasterForm<typeof frameCalls.values, Reply<typeof frameCalls.open>, Lookups>) {
  const fixed = detail && whyFixed(detail);
  return (
    <Section title="予約枠">
      <TextField {...form.bind('name')} />
      <RadioField
        {...form.bind('managedBy')}
        words={MANAGED_BY}
        disabled={Boolean(fixed)}
        hint={fixed || '日別は1日に1つの枠数、受付時間別は受付時間ごとの枠数を登録します。'}
      />
      {!lookups.hasSlots && form.draft.managedBy === 'time' && (
        <Notice>
          {NO_SLOTS_YET} <Link to={toTimeSlots.to}>{toTimeSlots.label}</Link>
        </Notice>
      )}
      <RadioField
        {...form.bind('countedAs')}
        words={COUNTED_AS}
        disabled={Boolean(fixed)}
        hint={fixed || '実人数は1件の予約を1人、延べ人数は使う検査の数だけ数えます。'}
      />
    </Section>
  );
}

export const master = defineMaster({
  addresses: MASTERS.frames,
  ...frameCalls,
  columns: [
    { label: '名称', text: ({ name }) => name },
    { label: '枠管理', text: ({ managedBy }) => MANAGED_BY[managedBy] },
    { label: '人数の数え方', text: ({ countedAs }) => COUNTED_AS[countedAs] },
  ],
  blank: { ...frameCalls.values.blank, managedBy: 'day', countedAs: 'persons' },
  lookup: lookUpForFrame,
  Empty: ({ lookups }) => (
    <EmptyBox
      text="データが一件も登録されていません。"
      hint={
        <>
          定員を数える単位を登録してください。
          {!lookups.hasSlots && SLOTS_FIRST}
        </>
      }
      actions={[{ label: '新規登録', to: MASTERS.frames.register }, ...(lookups.hasSlots ? [] : [toTimeSlots])]}
    />
  ),
  FormRows: FrameRows,
  describe: ({ name, managedBy, countedAs }) => ({
    名称: name,
    枠管理: MANAGED_BY[managedBy],
    人数の数え方: COUNTED_AS[countedAs],
  }),
  warn: ({ record, capacityCount }, { managedBy }) =>
    record.managedBy !== managedBy &&
    capacityCount > 0 && (
      <Notice>
        枠管理を変えると、今日以降に登録されている枠数（{capacityCount.toLocaleString('ja-JP')}件）は削除されます。
      </Notice>
    ),
});
