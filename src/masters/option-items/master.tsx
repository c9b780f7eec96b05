// The option items master as the shared screens need it.
import { useRef } from 'react';
import { foldText } from '#domain/text/fold-text.ts';
import { MASTERS } from '#web/addresses.ts';
import { defineMaster, type FormOf, type LookupsOf, type MasterForm } from '#web/master-screens/master.ts';
import { send } from '#web/send.ts';
import { CheckboxField, SelectField, TextField } from '#web/ui/fields.tsx';
import { Section } from '#web/ui/section.tsx';
import { lookUpForOptionItem, optionItemCalls } from './contract.ts';

type Lookups = LookupsOf<typeof lookUpForOptionItem>;

const NO_FRAME = 'なし';

const groupOf = (lookups: Lookups, groupCode: string) => lookups.groups.find((group) => group.groupCode === groupCode);

/** Moves the number along with the group, as long as nobody has typed another. */
function useSuggestedSort(form: FormOf<typeof optionItemCalls.values>) {
  const latest = useRef({ groupCode: form.draft.groupCode, sort: form.draft.sort });
  const typed = useRef(form.draft.sort);
  typed.current = form.draft.sort;
  return async (groupCode: string) => {
    latest.current.groupCode = groupCode;
    if (groupCode === '') return;
    // A suggestion that does not come is no reason for a dialog: the number is typed then.
    const answer = await send(lookUpForOptionItem, { groupCode }).catch(() => null);
    if (!answer || latest.current.groupCode !== groupCode) return;
    if (typed.current !== '' && typed.current !== latest.current.sort) return;
    latest.current.sort = String(answer.sort);
    form.set({ sort: latest.current.sort });
  };
}

function OptionItemRows({ form, mode, lookups }: MasterForm<typeof optionItemCalls.values, unknown, Lookups>) {
  const group = form.bind('groupCode');
  const suggestSort = useSuggestedSort(form);
  return (
    <Section title="オプション項目">
      <SelectField
        {...group}
        required={mode === 'register'}
        onChange={(groupCode) => {
          form.set({ groupCode, isInitial: false });
          suggestSort(groupCode);
        }}
        options={lookups.groups.map(({ groupCode, name }) => ({ value: groupCode, label: name }))}
        none={mode === 'register' ? '選択してください' : undefined}
        disabled={mode === 'edit'}
        width="wide"
        hint={mode === 'edit' && '分類は変更できません。'}
      />
      <TextField
        {...form.bind('sort')}
        width="tiny"
        inputMode="numeric"
        hint="0から99まで。分類の中で小さい順に並びます。"
      />
      <TextField {...form.bind('name')} hint="受診者画面に表示されます。" />
      <TextField {...form.bind('internalName')} hint="職員画面だけで使います。" />
      <SelectField
        {...form.bind('frameCode')}
        options={lookups.frames.map(({ frameCode, name }) => ({ value: frameCode, label: name }))}
        none={NO_FRAME}
        width="wide"
        hint="予約のときに、この枠の空きも使います。"
      />
      <CheckboxField {...form.bind('sends')} text="受診日の前に送るものがある" />
      {groupOf(lookups, group.value)?.selection === 'single' && (
        <CheckboxField
          {...form.bind('isInitial')}
          text="はじめから選ばれた状態にする"
          hint="1つの分類に1項目だけ設定できます。"
        />
      )}
    </Section>
  );
}

export const master = defineMaster({
  addresses: MASTERS.optionItems,
  ...optionItemCalls,
  lookup: lookUpForOptionItem,
  // Categories may well have an option of the same name each.
  isSame: (one, other) => one.groupCode === other.groupCode && foldText(one.name) === foldText(other.name),
  columns: [
    { label: 'オプション分類', text: ({ groupName }) => groupName },
    { label: '並び', text: ({ sort }) => String(sort), align: 'number' },
    { label: '名称', text: ({ name }) => name, leads: true },
    { label: '予約枠', text: ({ frameName }) => frameName || NO_FRAME },
  ],
  lacks: ({ groups }) =>
    groups.length > 0
      ? null
      : {
          sentence: 'オプション分類が一件も登録されていません。先にオプション分類マスタで登録してください。',
          way: { label: 'オプション分類マスタ', to: MASTERS.optionGroups.list, kind: 'primary' },
        },
  runsOn: ['groupCode'],
  begin: {
    call: lookUpForOptionItem,
    ask: ({ groupCode }) => (groupCode === '' ? null : { groupCode }),
    draft: ({ sort }) => ({ sort: String(sort) }),
  },
  FormRows: OptionItemRows,
  describe: ({ groupCode, sort, name, internalName, frameCode, isInitial, sends }, lookups) => ({
    オプション分類: groupOf(lookups, groupCode)?.name ?? '',
    並び: String(sort),
    名称: name,
    内部名称: internalName,
    予約枠: lookups.frames.find((frame) => frame.frameCode === frameCode)?.name ?? NO_FRAME,
    発送: sends ? 'あり' : 'なし',
    初期値: isInitial ? 'あり' : 'なし',
  }),
});
