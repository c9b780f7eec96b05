// The options of a course: which of them are offered at what price, for whom.
import { useMemo } from 'react';
import { MASTERS } from '#web/addresses.ts';
import { send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { SelectField } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import type { GridColumn } from '#web/ui/grid-columns.ts';
import { RowGrid } from '#web/ui/row-grid.tsx';
import type { EditedRow, RowDraftOf, Rows } from '#web/ui/rows.ts';
import { askToLeave } from '#web/use-unsaved.ts';
import { optionOf, optionSet } from '../contract-sets.ts';
import {
  AgeRowsTool,
  AMOUNT_COLUMN,
  asNew,
  categoryOptions,
  EVERYBODY,
  NEW_CODE,
  PEOPLE_COLUMNS,
} from './condition-rows.tsx';
import { PreviewPanel, TwoColumns } from './preview-panel.tsx';
import { type RowSetProps, RowSetScreen } from './row-set-screen.tsx';

type Draft = RowDraftOf<typeof optionSet.grid>;

export function OptionsScreen() {
  return (
    <RowSetScreen
      set={{
        tab: 'options',
        title: 'オプションの設定',
        calls: optionSet,
        whichOf: (key, data) => ({ key, categoryCode: data?.categoryCode ?? null }),
        mainCell: 'amount',
        nameOf: ({ groupCode, optionCode, conditionCode }) => ({ groupCode, optionCode, conditionCode }),
        // An option that the master no longer has could not be saved.
        revive: (draft, newer) => (newer.some((row) => optionOf(row) === optionOf(draft)) ? asNew(draft) : null),
        Body: Options,
      }}
    />
  );
}

function Options({ courseKey: key, data, rows, replace, remove }: RowSetProps<typeof optionSet>) {
  const { categoryCode, categories, rows: loaded } = data;
  const dialogs = useDialogs();
  const columns = useMemo<GridColumn<Draft>[]>(() => {
    const names = new Map(loaded.map((row) => [optionOf(row), row]));
    return [
      { label: '分類', text: (draft) => names.get(optionOf(draft))?.groupName ?? '' },
      { label: 'オプション', text: (draft) => names.get(optionOf(draft))?.name ?? '' },
      ...PEOPLE_COLUMNS,
      AMOUNT_COLUMN,
    ];
  }, [loaded]);

  async function show(chosen: string) {
    if (rows.editedCount() > 0 && !(await askToLeave(dialogs, '移動'))) return;
    await dialogs.attempt(async () => replace(await send(optionSet.search, { key, categoryCode: chosen || null })));
  }

  return (
    <TwoColumns side={<PreviewPanel courseKey={key} categories={categories} rows={rows} />}>
      <SelectField
        {...unbound('option-category', '対象者区分', categoryCode ?? '', show)}
        options={categoryOptions(categories)}
        hint="選んだ区分の行だけを表示し、更新します。"
      />
      {loaded.length === 0 ? (
        <EmptyBox
          text="オプション項目マスタにデータが一件も登録されていません。"
          actions={[{ label: 'オプション項目マスタ', to: MASTERS.optionItems.list, kind: 'primary' }]}
        />
      ) : (
        <>
          <RowGrid
            caption="オプションの条件"
            rows={rows}
            columns={columns}
            canSet
            onDuplicate={({ id, draft }) => rows.add([{ ...draft, conditionCode: NEW_CODE, status: 'off' }], id)}
            onDelete={(row) => remove(row, (deleted) => takeAway(rows, deleted))}
          />
          <AgeRowsTool rows={rows} />
        </>
      )}
    </TwoColumns>
  );
}

/** One that is not saved yet becomes blank, and so does the last of an option: it is where the option can be set again. */
export function takeAway(rows: Rows<unknown, Draft>, { id, draft }: EditedRow<Draft>): void {
  const isLast = rows.all().filter((row) => optionOf(row.draft) === optionOf(draft)).length === 1;
  if (isLast || draft.status === 'added') rows.restart(id, blankOf(draft));
  else rows.remove(id);
}

const blankOf = ({ groupCode, optionCode }: Draft): Draft => ({
  groupCode,
  optionCode,
  conditionCode: NEW_CODE,
  ...EVERYBODY,
  amount: '0',
  status: 'off',
});
