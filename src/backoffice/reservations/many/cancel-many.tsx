// Asks before many reservations are cancelled: how many, why, and whether people are written to.
import { isLive } from '#domain/reservation/reservation-status.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { useForm } from '#web/ui/form.ts';
import { Muted, Text } from '#web/ui/layout.tsx';
import { useSave } from '#web/use-save.ts';
import { CancelFields } from '../cancel-fields.tsx';
import { cancelForm, cancelFormOf } from '../contract-edit.ts';
import { describeMails, inWords } from '../run-words.ts';
import { type Plan, type Selected, WORDS } from './plan.ts';

interface CancelManyProps {
  selected: readonly (Selected & { reception: string })[];
  reasons: readonly string[];
  onPlan(plan: Plan): void;
  onClose(): void;
}

export function CancelMany({ selected, reasons, onPlan, onClose }: CancelManyProps) {
  const form = useForm(cancelFormOf(reasons), cancelForm.blank);
  const { save } = useSave();
  const live = selected.filter(({ status }) => isLive(status));
  const waiting = live.filter(({ reception }) => reception !== 'arrived');
  const [others, come] = [selected.length - live.length, live.length - waiting.length];
  const mailed = waiting.filter(({ hasMail }) => hasMail).length;

  const submit = () =>
    save(form.submit, {
      send: async (value) => value,
      done: (value) => {
        const targets = waiting.map((row) => ({ ...row, to: { ...row, status: 'cancel_confirmed' as const } }));
        onPlan({ act: 'cancel', targets, ...value });
      },
    });

  return (
    <ModalBox
      title={WORDS.cancel.title}
      tone="wrong"
      onClose={onClose}
      onSubmit={submit}
      details={
        <CancelFields
          form={form}
          reasons={reasons}
          canMail={mailed > 0}
          mailHint={describeMails([['取消確定', mailed]], waiting.length - mailed)}
        />
      }
      buttons={[
        <Button key="give up" kind="quiet" onClick={onClose}>
          やめる
        </Button>,
        <Button key="cancel" kind="danger" type="submit" disabled={waiting.length === 0}>
          {`${inWords(waiting.length)} 件を取り消す`}
        </Button>,
      ]}
    >
      <Text size="l" strong>{`選択した ${inWords(waiting.length)} 件を取り消します。`}</Text>
      {others > 0 && <Muted>{`すでに取り消された ${inWords(others)} 件は変わりません。`}</Muted>}
      {come > 0 && <Muted>{`来院した方の ${inWords(come)} 件は取り消せません。`}</Muted>}
    </ModalBox>
  );
}
