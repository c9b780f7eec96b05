// The list of a master: filter, table, and the way to detail, registration and deletion.
import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { OFFICE } from '#web/addresses.ts';
import { atKey } from '#web/key-in-address.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { SearchField } from '#web/ui/fields.tsx';
import { Text } from '#web/ui/layout.tsx';
import { ListTools } from '#web/ui/list-tools.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { Table } from '#web/ui/table.tsx';
import { type Loaded, useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import { BackToGuide } from './back-to-guide.tsx';
import { type AnyMaster, useAddressInScope, useScope } from './master.ts';

export function ListScreen({ master }: { master: AnyMaster }) {
  const scope = useScope(master);
  if (!scope) return <Navigate to={master.back?.to({}) ?? OFFICE.home} replace />;
  return <ScopedList key={JSON.stringify(scope)} master={master} scope={scope} />;
}

type Entry = Parameters<AnyMaster['keyOf']>[0];

function ScopedList({ master, scope }: { master: AnyMaster; scope: object }) {
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const { state } = useLocation();
  // What it belongs to is not there any more: that record's own screen says so.
  const back = master.back && { label: master.back.label, to: master.back.to(scope) };
  const leave = back && (() => navigate(back.to, { replace: true }));
  const register = useAddressInScope(master, 'register');
  const { data, replace } = useLoad(master.list, scope, { onMissing: leave }) as Loaded<{ rows: Entry[] }>;
  const lookups = useEmptyLookups(master, data?.rows.length === 0);
  const isLacking = Boolean(lookups.data && master.lacks?.(lookups.data));
  const [filter, setFilter] = useState('');
  const { act } = useSave();

  const remove = (row: Entry) =>
    act({
      ask: () => dialogs.confirm('削除しますか？', { details: <p>{master.nameOf(row)}</p>, danger: true, ok: '削除' }),
      send: async () => (await send(master.remove, { ...master.keyOf(row), version: null })) as { rows: Entry[] },
      done: replace,
      refused: ({ sentences }) => dialogs.masterError(sentences),
    });

  const words = filter.normalize('NFKC').toLowerCase().trim();
  const rows = data?.rows.filter((row) =>
    master.columns.some(({ text }) => text(row).normalize('NFKC').toLowerCase().includes(words)),
  );
  return (
    <>
      <PageHead title={master.title} crumbs={['マスタ管理', ...(back ? [back] : [])]} tools={<BackToGuide />} />
      {state?.gone && (
        <Notice>選択された{master.noun}が見つかりません。ほかの利用者が削除した可能性があります。</Notice>
      )}
      {master.ListHead && data && <master.ListHead list={data} />}
      <ListTools
        count={rows?.length}
        register={isLacking ? null : register}
        isWide={master.columns.some(({ cut }) => cut)}
      >
        <SearchField label="絞り込み" value={filter} onChange={setFilter} />
      </ListTools>
      {!rows ? (
        <Loading />
      ) : data?.rows.length === 0 ? (
        <EmptyList master={master} scope={scope} list={data} replace={replace} lookups={lookups.data} />
      ) : rows.length === 0 ? (
        <EmptyBox text="条件に合うデータがありません。" />
      ) : (
        <Table
          caption={`${master.noun}の一覧`}
          columns={master.columns}
          rows={rows}
          rowKey={(row) => JSON.stringify(master.keyOf(row))}
          isOff={master.isOff}
          buttons={(row) => (
            <>
              <LinkButton
                aria-label={`詳細（${master.nameOf(row)}）`}
                to={atKey(master.addresses.detail, master.open.request, master.keyOf(row))}
              >
                詳細
              </LinkButton>
              <Button
                kind="quiet"
                aria-label={`削除（${master.nameOf(row)}）`}
                disabled={master.canDelete?.(row) === false}
                onClick={() => remove(row)}
              >
                削除
              </Button>
            </>
          )}
        />
      )}
      {master.ListFoot && data && <master.ListFoot list={data} />}
      {back && (
        <Text above="4" below="6">
          <LinkButton to={back.to} kind="quiet">
            戻る
          </LinkButton>
        </Text>
      )}
    </>
  );
}

/** Only an empty list has to know what else there is. */
function useEmptyLookups(master: AnyMaster, isEmpty: boolean): Loaded<unknown> {
  const isWanted = isEmpty && (master.Empty || master.lacks);
  return useLoad(master.lookup ?? master.list, isWanted && master.lookup ? {} : null);
}

interface EmptyListProps {
  master: AnyMaster;
  scope: object;
  list: { rows: Entry[] };
  lookups: unknown;
  replace(list: { rows: Entry[] }): void;
}

const NONE = 'データが一件も登録されていません。';

function EmptyList({ master, lookups, ...rest }: EmptyListProps) {
  const needsLookups = master.lookup && (master.Empty || master.lacks);
  if (needsLookups && !lookups) return <Loading />;
  const lack = master.lacks?.(lookups);
  if (lack) return <EmptyBox text={NONE} hint={lack.sentence} actions={[lack.way]} />;
  return master.Empty ? <master.Empty lookups={lookups} {...rest} /> : <EmptyBox text={NONE} />;
}
