// Copies the month that is shown to others, of the frame that is shown or of more.
import { addMonths } from '#domain/calendar/month.ts';
import type { Saved } from '#masters/month-frame.tsx';
import { OFFICE } from '#web/addresses.ts';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { CheckboxField, ChoicesField, RadioField } from '#web/ui/fields.tsx';
import { asChoice, unbound, useForm } from '#web/ui/form.ts';
import { Stack } from '#web/ui/layout.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { notifyLowered } from '../notify-button.tsx';
import type { CapacityMonth } from './capacity-rows.ts';
import { copiedMonth, copyCapacity } from './contract.ts';

interface CopyDialogProps {
  shown: CapacityMonth;
  onClose(): void;
  onDone(saved: Saved): void;
}

const MOST_AHEAD = 12;
const keyOf = (one: { year: string; month: string }) => `${one.year}年${one.month}月`;
const WAYS = { no: '枠数のない日だけ', yes: '上書きする' } as const;

export function CopyDialog({ shown, onClose, onDone }: CopyDialogProps) {
  const { isBusy, save } = useSave();
  const { year, month, frames, years } = shown;
  const form = useForm(copiedMonth, {
    ...copiedMonth.blank,
    frameCodes: [shown.frameCode ?? ''],
    fromYear: String(year),
    fromMonth: String(month),
  });
  const months = Array.from({ length: MOST_AHEAD }, (_, at) => addMonths({ year, month }, at + 1))
    .filter((next) => years.includes(next.year))
    .map((next) => ({ year: String(next.year), month: String(next.month) }));
  const targets = form.bind('targets');
  const all = frames.map(({ frameCode }) => frameCode);
  const submit = () =>
    save(form.submit, {
      send: (value) => send(copyCapacity, value),
      done: (reply) => onDone({ sentence: describeCopied(reply), notify: notifyLowered('', reply, OFFICE.capacity) }),
    });

  return (
    <ModalBox
      title="ほかの月へコピー"
      isLong
      onClose={onClose}
      buttons={[
        <Button key="cancel" onClick={onClose}>
          キャンセル
        </Button>,
        <Button key="copy" kind="primary" disabled={isBusy} onClick={submit}>
          コピーする
        </Button>,
      ]}
    >
      <Stack gap="3">
        <p>{`コピー元：${year}年${month}月。同じ順番の曜日（第1月曜日など）の枠数を写します。休診日には登録しません。`}</p>
        <ChoicesField
          {...form.bind('frameCodes')}
          options={frames.map(({ frameCode, name }) => ({ value: frameCode, label: name }))}
          hint={<Button onClick={() => form.set({ frameCodes: all })}>すべて</Button>}
        />
        <ChoicesField
          {...unbound(targets.id, targets.label, targets.value.map(keyOf), (chosen) =>
            targets.onChange(months.filter((one) => chosen.includes(keyOf(one)))),
          )}
          error={targets.error}
          options={months.map((one) => ({ value: keyOf(one), label: keyOf(one) }))}
        />
        <RadioField {...asChoice(form.bind('isOverwrite'))} words={WAYS} />
        {form.draft.isOverwrite && (
          <CheckboxField
            {...form.bind('clamp')}
            label="予約のある日"
            text="予約済み数まで下げる（Web受付停止）"
            hint="選ばないと、予約済み数より少ない枠数は登録できません。"
          />
        )}
      </Stack>
    </ModalBox>
  );
}

const describeCopied = ({
  dayCount,
  skippedCount,
  clampCount,
  skippedNames,
}: Omit<Reply<typeof copyCapacity>, 'lowered'>) =>
  [
    `${dayCount} 日の枠数をコピーしました。`,
    skippedCount > 0 && `${skippedCount} 日は登録しませんでした（休診日など）。`,
    clampCount > 0 && `${clampCount} か所は予約済み数まで下げました。`,
    skippedNames.length > 0 && `コピー元に枠数がない予約枠：${skippedNames.join('、')}`,
  ]
    .filter(Boolean)
    .join('');
