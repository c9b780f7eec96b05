// The one count of a frame managed by day, or one for each time slot.
import { type ClipboardEvent, useId, useState } from 'react';
import { normalizeDigits } from '#domain/text/normalize.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { FieldGroup, InlineFields } from '#web/ui/field-frame.tsx';
import { inputProps, TextField } from '#web/ui/fields.tsx';
import { type Bound, type PlacedProblem, unbound } from '#web/ui/form.ts';
import { readBlock } from '#web/ui/grid-keys.ts';
import { Stack } from '#web/ui/layout.tsx';
import { spreadCounts } from './capacity-rows.ts';
import styles from './count-fields.module.css';

interface SlotCount {
  slotCode: string;
  count: string;
}

interface CountForm {
  bind(name: 'count'): Bound<string>;
  bind(name: 'slotCounts'): Bound<SlotCount[]>;
  problems: readonly PlacedProblem[];
}

const NUMBER = { width: 'tiny', inputMode: 'numeric' } as const;

/** The first has the field's own: what is wrong with all of them leads there. */
export const countInputId = (id: string, at: number) => (at === 0 ? id : `${id}-${at}`);

interface CountFieldsProps {
  form: CountForm;
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

export function CountFields(props: CountFieldsProps) {
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
