// Sets how many places a frame has on many days at once: on the weekdays and holidays of a range, closed days left out.

import { type ClipboardEvent, useId, useMemo, useState } from 'react';
import { monthOf } from '#domain/calendar/month.ts';
import { countName, notPlacesSentence, parsePlaces } from '#domain/offer/capacity.ts';
import { normalizeDigits } from '#domain/text/normalize.ts';
import { BulkFrame, describeRange, RangeFields } from '#masters/bulk-frame.tsx';
import { NoFrames, NoSlots } from '#masters/missing.tsx';
import { notifyLowered } from '#masters/notify-button.tsx';
import { OFFICE } from '#web/addresses.ts';
import type { FormOf } from '#web/master-screens/master.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangeList } from '#web/ui/change-list.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { FieldGroup, InlineFields } from '#web/ui/field-frame.tsx';
import { CheckboxField, inputProps, SelectField, TextField } from '#web/ui/fields.tsx';
import { type PlacedProblem, unbound, useForm } from '#web/ui/form.ts';
import { readBlock } from '#web/ui/grid-keys.ts';
import { Stack } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { useLoad } from '#web/use-load.ts';
import { atMonth } from '#web/use-month-in-address.ts';
import type { Reply } from '#wire/call.ts';
import type { Value } from '#wire/record.ts';
import styles from './capacity-bulk-screen.module.css';
import { spreadCounts } from './capacity-rows.ts';
import { capacityRange, openCapacityBulk, registerCapacity } from './contract.ts';

type Offered = Reply<typeof openCapacityBulk>;
type Range = Value<typeof capacityRange>;
type Submitted<T> = { ok: true; value: T } | { ok: false; problems: PlacedProblem[] };

export function CapacityBulkScreen() {
  const { data } = useLoad(openCapacityBulk, {});
  return data ? <BulkForm offered={data} /> : <Loading />;
}

/** Whoever registers sees each number that will stand there, and begins with none. */
const noPlaces = ({ slots }: Offered) => ({
  count: '0',
  slotCounts: slots.map(({ slotCode }) => ({ slotCode, count: '0' })),
});

/** The contract does not know how a frame is managed, nor what its slots are called. */
function checked(offered: Offered) {
  const names = new Map(offered.slots.map(({ slotCode, name }) => [slotCode, name]));
  return capacityRange.rule(({ frameCode, count, slotCounts }, report) => {
    const frame = offered.frames.find((each) => each.frameCode === frameCode);
    if (frame?.managedBy === 'day') {
      if (parsePlaces(count) === null) report('count', notPlacesSentence(countName({ slotName: null })));
      return;
    }
    if (slotCounts.length === 0) report('slotCounts', notPlacesSentence(countName({ slotName: null })));
    slotCounts.forEach(({ slotCode, count: typed }, at) => {
      if (parsePlaces(typed) !== null) return;
      report('slotCounts', notPlacesSentence(countName({ slotName: names.get(slotCode) ?? '' })), [at, 'count']);
    });
  });
}

function BulkForm({ offered }: { offered: Offered }) {
  const type = useMemo(() => checked(offered), [offered]);
  const form = useForm(type, {
    ...type.blank,
    frameCode: offered.frameCode ?? '',
    ...noPlaces(offered),
  });
  const frame = offered.frames.find(({ frameCode }) => frameCode === form.draft.frameCode);

  const nextFrame = frame && offered.frames[offered.frames.indexOf(frame) + 1];
  const lacksSlots = frame?.managedBy === 'time' && offered.slots.length === 0;
  if (!frame || (lacksSlots && offered.frames.every(({ managedBy }) => managedBy === 'time'))) {
    return (
      <>
        <PageHead title="期間一括登録" crumbs={['マスタ管理', { label: '予約枠数マスタ', to: OFFICE.capacity }]} />
        {frame ? <NoSlots /> : <NoFrames />}
      </>
    );
  }
  return (
    <BulkFrame
      master="予約枠数マスタ"
      month={OFFICE.capacity}
      form={{ ...form, submit: () => placeCounts(form.submit()) }}
      about={(range) => <About range={range} offered={offered} />}
      isGrave={(range) => writtenCounts(range, offered).every(({ count }) => count === 0)}
      opensAt={({ from, frameCode }) => atMonth(OFFICE.capacity, { ...monthOf(from ?? ''), frameCode })}
      // The days stay; the counts are another frame's own.
      next={
        nextFrame && {
          label: `続けて「${nextFrame.name}」を登録`,
          go: () => form.restart({ ...form.draft, frameCode: nextFrame.frameCode, ...noPlaces(offered) }),
        }
      }
      register={async (range) => {
        const saved = await send(registerCapacity, range);
        const { dayCount, skippedCount, holidayCount, clampCount } = saved;
        return {
          details: (
            <>
              <p>{dayCount} 日の枠数を登録しました。</p>
              {skippedCount > 0 && <p>休診日の {skippedCount} 日は登録しませんでした。</p>}
              {holidayCount > 0 && (
                <p>祝日の {holidayCount} 日は登録しませんでした。「祝日も対象にする」を選ぶと登録します。</p>
              )}
              {clampCount > 0 && <p>{clampCount} か所は、予約済み数まで下げました。</p>}
            </>
          ),
          notify: notifyLowered(range.frameCode, saved, OFFICE.capacity),
        };
      }}
    >
      <Section title="予約枠">
        <SelectField
          {...form.bind('frameCode')}
          edited={false}
          options={offered.frames.map(({ frameCode, name }) => ({ value: frameCode, label: name }))}
          onChange={(frameCode) => form.set({ frameCode, ...noPlaces(offered) })}
        />
      </Section>
      <Section title="対象の日">
        <RangeFields form={form} offered={offered} holidayHint="選ばないと、毎日のときを除き、祝日には登録しません。" />
      </Section>
      <Section title="枠数">
        {lacksSlots ? (
          <NoSlots />
        ) : (
          <CountFields form={form} slots={frame.managedBy === 'time' ? offered.slots : null} />
        )}
        <CheckboxField
          {...form.bind('clamp')}
          label="予約のある日"
          text="予約済み数まで下げる（Web受付停止）"
          hint="選ばないと、予約済み数より少ない枠数は登録できません。"
        />
      </Section>
    </BulkFrame>
  );
}

/** Leads from what is wrong with a slot's count to its field. */
function placeCounts<T>(reading: Submitted<T>): Submitted<T> {
  if (reading.ok) return reading;
  const problems = reading.problems.map((problem) => {
    const at = problem.field === 'slotCounts' ? problem.path?.[0] : undefined;
    return at === undefined ? problem : { ...problem, inputId: countInputId(problem.inputId, Number(at)) };
  });
  return { ok: false, problems };
}

function writtenCounts({ frameCode, count, slotCounts }: Range, { frames, slots }: Offered) {
  const frame = frames.find((each) => each.frameCode === frameCode);
  if (frame?.managedBy === 'day') return [{ name: '', count: Number(count) }];
  const nameOf = (code: string) => slots.find(({ slotCode }) => slotCode === code)?.name ?? '';
  return slotCounts.map((slot) => ({ name: nameOf(slot.slotCode), count: Number(slot.count) }));
}

function About({ range, offered }: { range: Range; offered: Offered }) {
  const counts = writtenCounts(range, offered);
  const none = counts.filter(({ count }) => count === 0);
  const after = {
    予約枠: offered.frames.find(({ frameCode }) => frameCode === range.frameCode)?.name ?? '',
    ...describeRange(range),
    ...Object.fromEntries(counts.map(({ name, count }) => [`枠数 ${name}`.trim(), String(count)])),
    ...(range.clamp ? { 予約のある日: '予約済み数まで下げる（Web受付停止）' } : {}),
  };
  return (
    <>
      <ChangeList after={after} />
      {none.length === counts.length ? (
        <Notice>枠数がすべて0です。対象の日は、この予約枠の予約を受け付けません。</Notice>
      ) : (
        none.length > 0 && (
          <Notice>枠数が0の受付時間（{none.map(({ name }) => name).join('、')}）は、予約を受け付けません。</Notice>
        )
      )}
    </>
  );
}

const NUMBER = { width: 'tiny', inputMode: 'numeric' } as const;

/** The first has the field's own: what is wrong with all of them leads there. */
const countInputId = (id: string, at: number) => (at === 0 ? id : `${id}-${at}`);

interface CountFieldsProps {
  form: FormOf<typeof capacityRange>;
  /** Null for a frame managed by day. */
  slots: readonly { slotCode: string; name: string }[] | null;
}

function AllAlike({ onSet }: { onSet(count: string): void }) {
  const id = useId();
  const [count, setCount] = useState('');
  return (
    <InlineFields>
      すべての受付時間を
      <input
        {...inputProps(unbound(id, 'すべての受付時間の枠数', count, setCount))}
        onBlur={() => setCount(normalizeDigits(count))}
        aria-label="すべての受付時間の枠数"
        data-width="tiny"
        inputMode="numeric"
        autoComplete="off"
      />
      <Button disabled={count === ''} onClick={() => onSet(normalizeDigits(count))}>
        にする
      </Button>
    </InlineFields>
  );
}

/** The one count of a frame managed by day, or one for each time slot. */
function CountFields(props: CountFieldsProps) {
  const { form, slots } = props;
  const dialogs = useDialogs();
  const { id, value: counts, onChange } = form.bind('slotCounts');

  function paste(event: ClipboardEvent<HTMLElement>) {
    const block = readBlock(event.clipboardData.getData('text/plain'));
    if (!block) return;
    event.preventDefault();
    const { id: target } = event.target as HTMLElement;
    const from = slots ? counts.findIndex((_, at) => countInputId(id, at) === target) : -1;
    const spread = spreadCounts(
      counts.map(({ count }) => count),
      block,
      from,
    );
    if (spread) onChange(counts.map((slot, at) => ({ ...slot, count: spread[at] ?? slot.count })));
    else dialogs.inputError(['貼り付けた内容は、枠数の欄に収まらないため取り込めませんでした。']);
  }

  return (
    <div className={styles.counts} onPaste={paste}>
      <Counts {...props} />
    </div>
  );
}

function Counts({ form, slots }: CountFieldsProps) {
  if (!slots) return <TextField {...form.bind('count')} {...NUMBER} required edited={false} />;
  const field = form.bind('slotCounts');
  const problems = form.problems.filter((problem) => problem.field === 'slotCounts');
  const whole = problems.find(({ path }) => path === undefined)?.sentence ?? null;
  return (
    <FieldGroup field={{ ...field, error: whole, required: true }} hint="0の受付時間は、予約を受け付けません。">
      <AllAlike onSet={(count) => field.onChange(field.value.map((slot) => ({ ...slot, count })))} />
      <Stack gap="4" lines="2" className={styles.slots}>
        {field.value.map(({ slotCode, count }, at) => (
          <TextField
            key={slotCode}
            {...NUMBER}
            id={countInputId(field.id, at)}
            label={slots.find((slot) => slot.slotCode === slotCode)?.name ?? ''}
            required={false}
            value={count}
            error={problems.find(({ path }) => path?.[0] === at)?.sentence ?? null}
            edited={false}
            onChange={(typed) => field.onChange(field.value.with(at, { slotCode, count: typed }))}
            onBlur={field.onBlur}
          />
        ))}
      </Stack>
    </FieldGroup>
  );
}
