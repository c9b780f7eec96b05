// Asks before many reservations are cancelled, and says which of them can't be.
import { isLive } from '#domain/reservation/reservation-status.ts';
import { Muted, Text } from '#web/ui/layout.tsx';
import { CancelBox } from '../cancel-box.tsx';
import { describeMails, inWords } from '../run-words.ts';
import type { Plan, Selected } from './plan.ts';

interface CancelManyProps {
  selected: readonly (Selected & { reception: string })[];
  reasons: readonly string[];
  onPlan(plan: Plan): void;
  onClose(): void;
}

export function CancelMany({ selected, reasons, onPlan, onClose }: CancelManyProps) {
  const live = selected.filter(({ status }) => isLive(status));
  const waiting = live.filter(({ reception }) => reception !== 'arrived');
  const [others, come] = [selected.length - live.length, live.length - waiting.length];
  const mailed = waiting.filter(({ hasMail }) => hasMail).length;
  const targets = waiting.map((row) => ({ ...row, to: { ...row, status: 'cancel_confirmed' as const } }));
  return (
    <CancelBox
      reasons={reasons}
      canMail={mailed > 0}
      mailHint={describeMails([['取消確定', mailed]], waiting.length - mailed)}
      ok={`${inWords(waiting.length)} 件を取り消す`}
      isOff={waiting.length === 0}
      saving={{ send: async (value) => value, done: (_, value) => onPlan({ act: 'cancel', targets, ...value }) }}
      onClose={onClose}
    >
      <Text size="l" strong>{`選択した ${inWords(waiting.length)} 件を取り消します。`}</Text>
      {others > 0 && <Muted>{`すでに取り消された ${inWords(others)} 件は変わりません。`}</Muted>}
      {come > 0 && <Muted>{`来院した方の ${inWords(come)} 件は取り消せません。`}</Muted>}
    </CancelBox>
  );
}
