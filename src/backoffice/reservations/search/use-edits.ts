// What is done to the selected rows of the list at once: moving, cancelling, and undoing the batch before.
import { useState } from 'react';
import { editedBatch, type Plan, type Target, undoQuestion, WORDS } from '#backoffice/reservations/many/plan.ts';
import type { Run } from '#backoffice/reservations/run.ts';
import { inWords } from '#backoffice/reservations/run-words.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import type { ListRow } from './narrow.ts';
import type { Confirmed } from './use-extraction.ts';

type Visits = ReadonlyMap<number, Partial<ListRow>>;

interface EditsOptions {
  selectedCount: number;
  slots: readonly { slotCode: string; name: string }[];
  take(results: readonly Confirmed[], visits: Visits): void;
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
    const visitOf = ({ visitDate, slotCode, startTime }: Target['to']) => ({
      visitDate,
      slotCode,
      startTime,
      slotName: nameOf.get(slotCode) ?? '',
    });
    take(results, new Map(targets.map(({ number, to }) => [number, visitOf(to)])));
  }

  return { act, batch, choose, undo, onEdited, close: () => setAct(null) };
}
