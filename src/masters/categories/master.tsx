// The categories of the client in the address, as the shared screens need them.
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { MASTERS } from '#web/addresses.ts';
import { atKey } from '#web/key-in-address.ts';
import { defineMaster, type MasterForm } from '#web/master-screens/master.ts';
import { send } from '#web/send.ts';
import { InlineFacts } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { ChangeList } from '#web/ui/change-list.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { Section } from '#web/ui/section.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import type { Value } from '#wire/record.ts';
import { categoryCalls, registerStandardCategories, STANDARD_CATEGORIES } from './contract.ts';

function CategoryRows({ form }: MasterForm<typeof categoryCalls.values>) {
  return (
    <Section title="対象者区分">
      <TextField {...form.bind('name')} hint="予約のときに受診者が選ぶ名称です。" />
    </Section>
  );
}

type List = Reply<typeof categoryCalls.list>;
type Scope = Value<typeof society>;

function NoCategories({ list, scope, replace }: { list: List; scope: object; replace(list: List): void }) {
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();

  const register = () =>
    act({
      ask: () => dialogs.confirm('登録しますか？', { details: <ChangeList after={{ [list.clientName]: NAMES }} /> }),
      send: () => send(registerStandardCategories, scope as Scope),
      done: replace,
      async refused({ sentences }) {
        await dialogs.masterError(sentences);
        // Somebody else was faster: theirs are shown.
        await dialogs.attempt(async () => replace(await send(categoryCalls.list, scope as Scope)));
      },
    });

  return (
    <EmptyBox
      text="データが一件も登録されていません。"
      hint="対象者区分がない間は、予約のときに区分をたずねません。本人・扶養家族などを分ける場合に登録してください。"
    >
      <Button kind="primary" disabled={isBusy} onClick={register}>
        標準の区分をまとめて登録
      </Button>
    </EmptyBox>
  );
}

const NAMES = STANDARD_CATEGORIES.join('、');

/** Those who pay themselves have no categories. */
const society = categoryCalls.list.request.rule(({ clientCode }, report) => {
  if (clientCode === INDIVIDUAL) report('clientCode', '個人には対象者区分を設定できません。');
});

export const master = defineMaster({
  addresses: MASTERS.categories,
  ...categoryCalls,
  columns: [{ label: '名称', text: ({ name }) => name }],
  FormRows: CategoryRows,
  scope: society,
  back: {
    label: 'クライアントの編集',
    to: (scope: Partial<Scope>) =>
      scope.clientCode
        ? atKey(MASTERS.clients.detail, categoryCalls.list.request, scope as Scope)
        : MASTERS.clients.list,
  },
  Empty: NoCategories,
  ListHead: ({ list }) => <InlineFacts below="2" facts={[['クライアント', list.clientName]]} />,
  describe: ({ name }) => ({ 名称: name }),
  texts: { registered: '対象者区分を新規登録しました。' },
});
