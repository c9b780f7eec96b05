// The option categories master as the shared screens need it.
import { SELECTION } from '#domain/offer/master-words.ts';
import { MASTERS } from '#web/addresses.ts';
import { defineMaster, type MasterForm } from '#web/master-screens/master.ts';
import { RadioField, TextArea, TextField } from '#web/ui/fields.tsx';
import { Section } from '#web/ui/section.tsx';
import { beginOptionGroup, optionGroupCalls } from './contract.ts';

function OptionGroupRows({ form }: MasterForm<typeof optionGroupCalls.values>) {
  return (
    <Section title="オプション分類">
      <TextField {...form.bind('sort')} width="tiny" inputMode="numeric" hint="0から99まで。小さい順に並びます。" />
      <TextField {...form.bind('name')} hint="受診者画面に表示されます。" />
      <TextField {...form.bind('internalName')} hint="職員画面だけで使います。" />
      <TextArea {...form.bind('description')} rows={5} hint="受診者がオプションを選ぶ画面に表示されます。" />
      <RadioField
        {...form.bind('selection')}
        words={SELECTION}
        hint="単一選択は1つだけ、複数選択はいくつでも選べます。"
      />
    </Section>
  );
}

export const master = defineMaster({
  addresses: MASTERS.optionGroups,
  ...optionGroupCalls,
  columns: [
    { label: '並び', text: ({ sort }) => String(sort), align: 'number' },
    { label: '名称', text: ({ name }) => name },
    { label: '選択方法', text: ({ selection }) => SELECTION[selection] },
  ],
  blank: { ...optionGroupCalls.values.blank, selection: 'single' },
  begin: { call: beginOptionGroup, ask: () => ({}), draft: ({ sort }) => ({ sort: String(sort) }) },
  FormRows: OptionGroupRows,
  describe: ({ sort, name, internalName, description, selection }) => ({
    並び: String(sort),
    名称: name,
    内部名称: internalName,
    説明: description,
    選択方法: SELECTION[selection],
  }),
});
