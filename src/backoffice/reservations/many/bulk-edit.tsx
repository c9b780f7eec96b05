// Moves or cancels what is selected in a list, and undoes that.
import { useState } from 'react';
import type { FoundRow } from '#backoffice/shared/contract-rows.ts';
import { DOWNLOAD_WORDS, isLive } from '#domain/reservation/reservation-status.ts';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Muted, Text } from '#web/ui/layout.tsx';
import { BulkRun, type RunHandlers } from '../bulk-run.tsx';
import { CancelBox } from '../cancel-box.tsx';
import { describeMails, inWords, type Run } from '../run.ts';
import { AT_A_TIME, editReservations } from './contract.ts';
import { MoveMany } from './move-many.tsx';
import {
  describeBatch,
  editedBatch,
  type Plan,
  rememberForUndo,
  type Selected,
  type Target,
  undoPlan,
  undoQuestion,
  WORDS,
} from './plan.ts';

interface BulkEditProps extends Omit<RunHandlers<Target>, 'onRun'> {
  act: Plan['act'];
  selected: readonly (Selected & { reception: string })[];
  years: readonly number[];
  reasons: readonly string[];
  onEdited(run: Run<Target>, plan: Plan): void;
  onNotice(numbers: readonly number[]): void;
}

export function BulkEdit({ act, selected, years, reasons, onEdited, onNotice, ...handlers }: BulkEditProps) {
  const dialogs = useDialogs();
  const [rows] = useState(selected);
  const [plan, setPlan] = useState(() => (act === 'undo' ? undoPlan(editedBatch.get()) : null));
  const batch = editedBatch.use();
  const { onClose } = handlers;

  if (!plan) {
    const planning = { selected: rows, onPlan: setPlan, onClose };
    return act === 'move' ? <MoveMany {...planning} years={years} /> : <CancelMany {...planning} reasons={reasons} />;
  }

  async function undo() {
    if (await dialogs.confirm(undoQuestion(batch), { title: WORDS.undo.title })) setPlan(undoPlan(batch));
  }

  const { targets, cancelReason, sendMail, notice } = plan;
  return (
    <BulkRun
      key={plan.act}
      {...handlers}
      words={WORDS[plan.act]}
      listed={targets}
      atATime={AT_A_TIME}
      sendMail={sendMail}
      onSelectOnly={plan.act === 'undo' ? undefined : handlers.onSelectOnly}
      sendBatch={async (targets) => {
        const seen = targets.map(({ number, version, to }) => ({ number, version, ...to }));
        return (await send(editReservations, { seen, cancelReason, sendMail, notice })).results;
      }}
      onRun={(run) => {
        rememberForUndo(plan, run);
        onEdited(run, plan);
      }}
      acts={(unmailed) => [
        plan.act !== 'undo' && batch.targets.length > 0 && (
          <Button key="undo" kind="quiet" onClick={undo}>
            元に戻す
          </Button>
        ),
        unmailed.length > 0 && (
          <Button key="calls" kind="quiet" onClick={() => onNotice(unmailed)}>
            {`メールを送らない ${inWords(unmailed.length)} 名を電話連絡の一覧に入れる`}
          </Button>
        ),
      ]}
    />
  );
}

type Changes = ReadonlyMap<number, Partial<FoundRow>>;

interface EditsOptions {
  selectedCount: number;
  slots: readonly { slotCode: string; name: string }[];
  take(results: Run['results'], changes: Changes): void;
}

export function useEdits({ selectedCount, slots, take }: EditsOptions) {
  const dialogs = useDialogs();
  const [act, setAct] = useState<Plan['act'] | null>(null);
  const batch = editedBatch.use();

  async function choose() {
    const answer = await dialogs.show({
      title: 'まとめて変更',
      lead: `選択した ${inWords(selectedCount)} 件をまとめて変更します。`,
      buttons: [
        { label: 'キャンセル', kind: 'quiet', answer: 'give up' },
        { label: '予約を取り消す', kind: 'danger-outline', answer: 'cancel' },
        { label: '受診日を移す', kind: 'secondary', answer: 'move', focus: true },
      ],
    });
    if (answer === 'move' || answer === 'cancel') setAct(answer);
  }

  async function undo() {
    if (await dialogs.confirm(undoQuestion(batch), { title: WORDS.undo.title })) setAct('undo');
  }

  function onEdited({ results }: Run, { targets }: Plan) {
    const nameOf = new Map(slots.map(({ slotCode, name }) => [slotCode, name]));
    const rowOf = ({ visitDate, slotCode, startTime }: Target['to']) => ({
      visitDate,
      slotCode,
      startTime,
      slotName: nameOf.get(slotCode) ?? '',
      downloadStatus: 'changed' as const,
      downloadWord: DOWNLOAD_WORDS.changed,
    });
    take(results, new Map(targets.map(({ number, to }) => [number, rowOf(to)])));
  }

  const undoable = batch.targets.length > 0 ? describeBatch(batch) : '';
  return { act, undoable, choose, undo, onEdited, close: () => setAct(null) };
}

interface CancelManyProps extends Pick<BulkEditProps, 'selected' | 'reasons' | 'onClose'> {
  onPlan(plan: Plan): void;
}

function CancelMany({ selected, reasons, onPlan, onClose }: CancelManyProps) {
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
