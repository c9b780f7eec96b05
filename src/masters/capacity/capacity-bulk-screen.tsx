// Sets how many places a frame has on many days at once: on the weekdays and holidays of a range, closed days left out.
import { useMemo } from 'react';
import { monthOf } from '#domain/calendar/month.ts';
import { countName, notPlacesSentence, parsePlaces } from '#domain/offer/capacity.ts';
import { BulkFrame, describeRange, RangeFields } from '#masters/bulk-frame.tsx';
import { NoFrames, NoSlots } from '#masters/missing.tsx';
import { OFFICE } from '#web/addresses.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { ChangeList } from '#web/ui/change-list.tsx';
import { CheckboxField, SelectField } from '#web/ui/fields.tsx';
import { type PlacedProblem, useForm } from '#web/ui/form.ts';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { useLoad } from '#web/use-load.ts';
import { atMonth } from '#web/use-month-in-address.ts';
import type { Reply } from '#wire/call.ts';
import type { Value } from '#wire/record.ts';
import { notifyLowered } from '../notify-button.tsx';
import { capacityRange, openCapacityBulk, registerCapacity } from './contract.ts';
import { CountFields, countInputId } from './count-fields.tsx';

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
