// The examination items master as the shared screens need it.
import { MASTERS } from '#web/addresses.ts';
import { defineMaster, type MasterForm } from '#web/master-screens/master.ts';
import { TextField } from '#web/ui/fields.tsx';
import { Section } from '#web/ui/section.tsx';
import { beginExamItem, examItemCalls } from './contract.ts';

function ExamItemRows({ form }: MasterForm<typeof examItemCalls.values>) {
  return (
    <Section title="検査項目">
      <TextField {...form.bind('sort')} width="tiny" inputMode="numeric" hint="0から99まで。小さい順に並びます。" />
      <TextField {...form.bind('name')} />
    </Section>
  );
}

export const master = defineMaster({
  addresses: MASTERS.examItems,
  ...examItemCalls,
  columns: [
    { label: '並び', text: ({ sort }) => String(sort), align: 'number' },
    { label: '名称', text: ({ name }) => name },
  ],
  begin: { call: beginExamItem, ask: () => ({}), draft: ({ sort }) => ({ sort: String(sort) }) },
  FormRows: ExamItemRows,
  describe: ({ sort, name }) => ({ 並び: String(sort), 名称: name }),
  texts: { registerFault: '' },
});
