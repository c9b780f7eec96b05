// The list of CSV patterns: new, copy, detail, delete, and which one is chosen at first.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { NEW_PATTERN } from '#domain/offer/sentinels.ts';
import { OFFICE } from '#web/addresses.ts';
import { atKey } from '#web/key-in-address.ts';
import { PageHead } from '#web/page-head.tsx';
import { type CallFailed, send } from '#web/send.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { ListTools } from '#web/ui/list-tools.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { type Column, Table } from '#web/ui/table.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { copyPattern, deletePattern, listPatterns, NO_PATTERN_CHOSEN, openPattern } from './contract.ts';

const atPattern = (patternCode: string) => atKey(OFFICE.pattern, openPattern.request, { patternCode });

type Pattern = Reply<typeof listPatterns>['rows'][number];

export function PatternListScreen() {
  const dialogs = useDialogs();
  const { state } = useLocation();
  const { data, replace } = useLoad(listPatterns, {});
  const [chosen, setChosen] = useState<Pattern | null>(null);
  const { act } = useSave();

  /** Shown as what stands in the way in a master. */
  const refused = ({ sentences }: CallFailed) => dialogs.masterError(sentences);

  async function copy() {
    if (!chosen) return dialogs.inputError([NO_PATTERN_CHOSEN]);
    await act({
      ask: () => dialogs.confirm('コピーしますか？', { details: <p>{chosen.name}</p> }),
      send: () => send(copyPattern, { patternCode: chosen.patternCode }),
      done: replace,
      refused,
    });
    setChosen(null);
  }

  function remove({ patternCode, name }: Pattern) {
    setChosen(null);
    return act({
      ask: () => dialogs.confirm('削除しますか？', { details: <p>{name}</p>, danger: true, ok: '削除' }),
      send: () => send(deletePattern, { patternCode }),
      done: replace,
      refused,
    });
  }

  const columns: Column<Pattern>[] = [
    {
      label: 'コード',
      text: ({ patternCode }) => patternCode,
      render: (row) => (
        <Row as="label" inline gap="2">
          <input
            type="radio"
            name="pattern"
            aria-label={`${row.name}を選択`}
            checked={chosen?.patternCode === row.patternCode}
            onChange={() => setChosen(row)}
          />
          {row.patternCode}
        </Row>
      ),
    },
    {
      label: 'パターン名',
      text: ({ name }) => name,
      render: ({ name, isInitial }) => (
        <Row as="span" gap="3" lines="half">
          {name}
          {isInitial && (
            <Row as="span" inline gap="1" tone="done" strong noBreak>
              <Icon name="check" />
              初期表示
            </Row>
          )}
        </Row>
      ),
    },
  ];

  return (
    <>
      <PageHead title="CSVパターン一覧" crumbs={['予約管理']} />
      {state?.gone && <Notice>選択されたCSVパターンが見つかりません。ほかの利用者が削除した可能性があります。</Notice>}
      <ListTools
        count={data?.rows.length}
        register={atPattern(NEW_PATTERN)}
        acts={<Button onClick={copy}>コピー</Button>}
      />
      {!data ? (
        <Loading />
      ) : data.rows.length === 0 ? (
        <EmptyBox text="データが一件も登録されていません。" hint="「新規登録」から登録してください。" />
      ) : (
        <Table
          caption="CSVパターンの一覧"
          columns={columns}
          rows={data.rows}
          rowKey={({ patternCode }) => patternCode}
          buttons={(row) => (
            <>
              <LinkButton aria-label={`詳細（${row.name}）`} to={atPattern(row.patternCode)}>
                詳細
              </LinkButton>
              <Button kind="quiet" aria-label={`削除（${row.name}）`} onClick={() => remove(row)}>
                削除
              </Button>
            </>
          )}
        />
      )}
    </>
  );
}
