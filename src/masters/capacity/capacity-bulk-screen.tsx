// Sets how many places a frame has on many days at once: on the weekdays and holidays of a range, closed days left out.
import { useMemo } from 'react';
import { nameCount, notPlaces, parsePlaces } from '#domain/capacity.ts';
import { send } from '#web/send.ts';
import { ChangeList } from '#web/ui/change-list.tsx';
import { CheckboxField, SelectField } from '#web/ui/fields.tsx';
import { type PlacedProblem, useForm } from '#web/ui/form.ts';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/section.tsx';
import { useLoad } from '#web/use-load.ts';
import type { Reply } from '#wire/call.ts';
import type { Value } from '#wire/record.ts';
import { BulkFrame } from '../bulk-frame.tsx';
import type { MonthPaths } from '../month-frame.tsx';
import { describeRange, RangeFields } from '../range-fields.tsx';
import { capacityRange, openCapacityBulk, registerCapacity } from './contract.ts';
import { CountFields, countInputId } from './count-fields.tsx';

type Offered = Reply<typeof openCapacityBulk>;
type Range = Value<typeof capacityRange>;
type Submitted<T> = { ok: true; value: T } | { ok: false; problems: PlacedProblem[] };

export function CapacityBulkScreen({ paths }: { paths: MonthPaths }) {
  const { data } = useLoad(openCapacityBulk, {});
  return data ? <BulkForm paths={paths} offered={data} /> : <Loading />;
}

const emptyCounts = ({ slots }: Offered) => slots.map(({ slotCode }) => ({ slotCode, count: '' }));

/** The contract does not know how a frame is managed, nor what its slots are called. */
function checked(offered: Offered) {
  const names = new Map(offered.slots.map(({ slotCode, name }) => [slotCode, name]));
  return capacityRange.rule(({ frameCode, count, slotCounts }, say) => {
    const frame = offered.frames.find((each) => each.frameCode === frameCode);
    if (frame?.managedBy === 'day') {
      if (parsePlaces(count) === null) say('count', notPlaces(nameCount({ slotName: null })));
      return;
    }
    if (slotCounts.every((slot) => slot.count === '')) say('slotCounts', notPlaces(nameCount({ slotName: null })));
    slotCounts.forEach(({ slotCode, count: typed }, at) => {
      if (typed === '' || parsePlaces(typed) !== null) return;
      say('slotCounts', notPlaces(nameCount({ slotName: names.get(slotCode) ?? '' })), [at, 'count']);
    });
  });
}

function BulkForm({ paths, offered }: { paths: MonthPaths; offered: Offered }) {
  const type = useMemo(() => checked(offered), [offered]);
  const form = useForm(type, {
    ...type.blank,
    frameCode: offered.frameCode ?? '',
    slotCounts: emptyCounts(offered),
  });
  const frame = offered.frames.find(({ frameCode }) => frameCode === form.draft.frameCode);
  /** Slots left empty stay as they are, and so are not sent. */
  const sent = (range: Range) => ({ ...range, slotCounts: range.slotCounts.filter(({ count }) => count !== '') });

  if (!frame) return <Notice>予約枠が一件も登録されていません。先に予約枠マスタで登録してください。</Notice>;
  return (
    <BulkFrame
      master="予約枠数マスタ"
      paths={paths}
      form={{ ...form, submit: () => placeCounts(form.submit()) }}
      about={(range) => <ChangeList after={describe(sent(range), offered)} />}
      register={async (range) => {
        const { dayCount, skippedCount, clampCount } = await send(registerCapacity, sent(range));
        return (
          <>
            <p>{dayCount} 日の枠数を登録しました。</p>
            {skippedCount > 0 && <p>休診日の {skippedCount} 日は登録しませんでした。</p>}
            {clampCount > 0 && <p>{clampCount} か所は、予約済み数まで下げました。</p>}
          </>
        );
      }}
    >
      <Section title="予約枠">
        <SelectField
          {...form.bind('frameCode')}
          edited={false}
          options={offered.frames.map(({ frameCode, name }) => ({ value: frameCode, label: name }))}
          onChange={(frameCode) => form.set({ frameCode, count: '', slotCounts: emptyCounts(offered) })}
        />
      </Section>
      <Section title="対象の日">
        <RangeFields form={form} years={offered.years} />
      </Section>
      <Section title="枠数">
        <CountFields form={form} slots={frame.managedBy === 'time' ? offered.slots : null} />
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

function describe(range: Range, { frames, slots }: Offered): Record<string, string> {
  const frame = frames.find(({ frameCode }) => frameCode === range.frameCode);
  const slotName = (code: string) => slots.find(({ slotCode }) => slotCode === code)?.name ?? '';
  return {
    予約枠: frame?.name ?? '',
    ...describeRange(range),
    枠数:
      frame?.managedBy === 'day'
        ? range.count
        : range.slotCounts.map(({ slotCode, count }) => `${slotName(slotCode)} ${count}`).join('、'),
  };
}
