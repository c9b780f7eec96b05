// The examination items master as the shared screens need it.
import { MASTERS } from '#web/addresses.ts';
import { defineMaster, type MasterForm } from '#web/master-screens/master.ts';
import { TextField } from '#web/ui/fields.tsx';
import { Section } from '#web/ui/section.tsx';
import {
  beginExamItem,
  deleteExamItem,
  examItemValues,
  listExamItems,
  openExamItem,
  registerExamItem,
  updateExamItem,
} from './contract.ts';

function ExamItemRows({ form }: MasterForm<typeof examItemValues>) {
  return (
    <Section title="検査項目">
      <TextField {...form.bind('sort')} width="tiny" inputMode="numeric" hint="0から99まで。小さい順に並びます。" />
      <TextField {...form.bind('name')} />
    </Section>
  );
}

export const master = defineMaster({
  addresses: MASTERS.examItems,
  title: '検査項目マスタ',
  noun: '検査項目',
  values: examItemValues,
  list: listExamItems,
  open: openExamItem,
  update: updateExamItem,
  register: registerExamItem,
  remove: deleteExamItem,
  keyOf: ({ itemCode }) => ({ itemCode }),
  nameOf: ({ name }) => name,
  columns: [
    { label: '並び', text: ({ sort }) => String(sort), align: 'number' },
    { label: '名称', text: ({ name }) => name },
  ],
  blank: examItemValues.blank,
  begin: { call: beginExamItem, ask: () => ({}), draft: ({ sort }) => ({ sort: String(sort) }) },
  FormRows: ExamItemRows,
  describe: ({ sort, name }) => ({ 並び: String(sort), 名称: name }),
  texts: { updated: '検査項目マスタを更新しました。', registered: '登録しました。', registerFault: '' },
});
