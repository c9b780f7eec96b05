// The categories of the client chosen before, as the shared screens need them.

import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { MASTERS } from '#web/addresses.ts';
import { defineMaster, type MasterForm } from '#web/master-screens/master.ts';
import { send } from '#web/send.ts';
import { officeSession } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangeList } from '#web/ui/change-list.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { TextField } from '#web/ui/fields.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Section } from '#web/ui/section.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import {
  CLIENT_SCREEN,
  categoryValues,
  deleteCategory,
  listCategories,
  openCategory,
  registerCategory,
  registerStandardCategories,
  STANDARD_CATEGORIES,
  updateCategory,
} from './contract.ts';
import styles from './master.module.css';

function CategoryRows({ form }: MasterForm<typeof categoryValues>) {
  return (
    <Section title="対象者区分">
      <TextField {...form.bind('name')} hint="予約のときに受診者が選ぶ名称です。" />
    </Section>
  );
}

type List = Reply<typeof listCategories>;

function NoCategories({ list, replace }: { list: List; replace(list: List): void }) {
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();
  const scope = chosenSociety();

  const register = () =>
    act({
      ask: () => dialogs.confirm('登録しますか？', { details: <ChangeList after={{ [list.clientName]: NAMES }} /> }),
      send: () => send(registerStandardCategories, scope ?? { clientCode: '' }),
      done: replace,
      async refused({ sentences }) {
        await dialogs.masterError(sentences);
        // Somebody else was faster: theirs are shown.
        if (scope) await dialogs.attempt(async () => replace(await send(listCategories, scope)));
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
function chosenSociety(): { clientCode: string } | null {
  const client = officeSession.get().selected.client as { clientCode: string } | undefined;
  return client && client.clientCode !== INDIVIDUAL ? client : null;
}

export const master = defineMaster({
  id: 'category',
  addresses: MASTERS.categories,
  title: '対象者区分マスタ',
  noun: '対象者区分',
  values: categoryValues,
  list: listCategories,
  open: openCategory,
  update: updateCategory,
  register: registerCategory,
  remove: deleteCategory,
  keyOf: ({ clientCode, categoryCode }) => ({ clientCode, categoryCode }),
  nameOf: ({ name }) => name,
  columns: [{ label: '名称', text: ({ name }) => name }],
  blank: categoryValues.blank,
  FormRows: CategoryRows,
  scope: chosenSociety,
  back: { label: 'クライアントの編集', to: CLIENT_SCREEN },
  Empty: NoCategories,
  ListHead: ({ list }) => (
    <Row as="dl" gap="4" lines="1" align="stretch" className={styles.client}>
      <dt>クライアント</dt>
      <dd>{list.clientName}</dd>
    </Row>
  ),
  describe: ({ name }) => ({ 名称: name }),
  texts: { updated: '対象者区分マスタを更新しました。', registered: '対象者区分を新規登録しました。' },
});
