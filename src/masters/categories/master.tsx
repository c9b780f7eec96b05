// The categories of the client chosen before, as the shared screens need them.
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { defineMaster, type MasterForm } from '#web/master-screens/master.ts';
import { officeSession } from '#web/session.ts';
import { TextField } from '#web/ui/fields.tsx';
import { Section } from '#web/ui/section.tsx';
import {
  CLIENT_SCREEN,
  categoryValues,
  deleteCategory,
  listCategories,
  openCategory,
  registerCategory,
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

/** Those who pay themselves have no categories. */
function chosenSociety(): { clientCode: string } | null {
  const client = officeSession.get().selected.client as { clientCode: string } | undefined;
  return client && client.clientCode !== INDIVIDUAL ? client : null;
}

export const master = defineMaster({
  id: 'category',
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
  ListHead: ({ list }) => (
    <dl className={styles.client}>
      <dt>クライアント</dt>
      <dd>{list.clientName}</dd>
    </dl>
  ),
  describe: ({ name }) => ({ 名称: name }),
  texts: { updated: '対象者区分マスタを更新しました。', registered: '対象者区分を新規登録しました。' },
});
