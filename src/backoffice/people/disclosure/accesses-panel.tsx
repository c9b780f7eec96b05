// Who has seen or changed something of the person, a hundred at a time.
import { useState } from 'react';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useSave } from '#web/use-save.ts';
import { type Accesses, openAccesses, type PersonKey } from './contract.ts';

const COLUMNS: Column<Accesses['entries'][number]>[] = [
  { label: '日時', text: ({ at }) => at },
  { label: '職員', text: ({ name, userId }) => `${name} ${userId}` },
  { label: '操作', text: ({ actName }) => actName },
  { label: '対象', text: ({ subject }) => subject },
  { label: '内容', text: ({ text }) => text },
];

export function AccessesPanel({ person }: { person: PersonKey }) {
  const { isBusy, act } = useSave();
  const [shown, setShown] = useState<Accesses | null>(null);
  const load = () =>
    act({
      send: () => send(openAccesses, { ...person, before: shown?.older ?? '' }),
      done: ({ entries, older }) => setShown({ entries: [...(shown?.entries ?? []), ...entries], older }),
      canRepeat: true,
    });
  return (
    <Panel title="閲覧・操作の記録">
      {shown === null && <p>この方のデータを、いつ、だれが見たか、変えたかを表示します。</p>}
      {shown?.entries.length === 0 && <p>記録はありません。</p>}
      {shown !== null && shown.entries.length > 0 && (
        <Table
          caption="閲覧・操作の記録、新しい順"
          columns={COLUMNS}
          rows={shown.entries}
          rowKey={(entry) => String(shown.entries.indexOf(entry))}
        />
      )}
      {(shown === null || shown.older !== '') && (
        <Button disabled={isBusy} onClick={load}>
          {shown === null ? '記録を表示する' : '古い100件を続けて表示する'}
        </Button>
      )}
      <p>1,000件を超える一覧は、条件と件数だけが操作履歴に残り、ここには出ません。</p>
    </Panel>
  );
}
