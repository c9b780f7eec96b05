// Every part of web/ui on one page, on both sides; in development only.
import { type ReactNode, useState } from 'react';
import { dateSelects } from '#wire/dates.ts';
import { choice, flag, integer } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { editedRows, recordStatus } from '#wire/rows.ts';
import { digits, password, text } from '#wire/texts.ts';
import styles from './styleguide.module.css';
import { Button, type ButtonKind } from './ui/button.tsx';
import { ChangeList } from './ui/change-list.tsx';
import { DateField } from './ui/date-field.tsx';
import { DialogHost, useDialogs } from './ui/dialogs.tsx';
import { CheckboxField, PasswordField, RadioField, SelectField, TextArea, TextField } from './ui/fields.tsx';
import { useForm } from './ui/form.ts';
import type { GridColumn } from './ui/grid-columns.ts';
import { MonthCalendar } from './ui/month-calendar.tsx';
import { Loading, Notice } from './ui/notice.tsx';
import { RowGrid } from './ui/row-grid.tsx';
import { type RowDraftOf, useRows } from './ui/rows.ts';
import { Section } from './ui/section.tsx';
import { Table } from './ui/table.tsx';

const sample = record({
  name: text('name', '名称', { required: true, max: 20 }),
  code: digits('code', '保険者番号', { max: 8 }),
  secret: password('secret', 'パスワード'),
  note: text('note', '備考', { multiline: true }),
  client: text('client', 'クライアント', { required: true }),
  kind: choice('kind', '枠管理', { day: '1', time: '2' }),
  agreed: flag('agreed', '同意', { on: '1', off: '2' }),
  day: dateSelects({ year: 'y', month: 'm', day: 'd' }, '生年月日', { required: true }),
});

const sampleRows = record({
  rows: editedRows(
    '見本',
    record({
      who: text('who', '対象者区分'),
      age: integer('age', '年齢', { max: 999 }),
      status: recordStatus,
    }),
  ),
});

const KINDS: readonly ButtonKind[] = ['primary', 'secondary', 'quiet', 'danger', 'plain'];

export function Styleguide() {
  const [side, setSide] = useState<'office' | 'examinee'>('office');
  return (
    <div data-side={side}>
      <DialogHost key={side} afterSystemError={() => {}}>
        <main className={styles.page}>
          <h1>Parts</h1>
          <Button onClick={() => setSide(side === 'office' ? 'examinee' : 'office')}>
            {side === 'office' ? '受診者画面で見る' : '職員画面で見る'}
          </Button>
          <Fields />
          <Group title="Buttons">
            {KINDS.map((kind) => (
              <Button key={kind} kind={kind}>
                {kind}
              </Button>
            ))}
            <Button disabled>disabled</Button>
          </Group>
          <DialogButtons />
          <Group title="Notices and waiting">
            <Notice>11月・12月は大変混み合います。</Notice>
            <Loading />
          </Group>
          <Group title="Changes">
            <ChangeList before={{ 名称: '胃カメラ' }} after={{ 名称: '胃内視鏡' }} />
          </Group>
          <Group title="Table">
            <Table
              caption="見本"
              columns={[
                { label: '名称', text: (row: { name: string; count: number }) => row.name },
                { label: '件数', text: (row) => String(row.count), align: 'number' },
              ]}
              rows={[
                { name: 'ドック受付', count: 120 },
                { name: '脳MRI', count: 4 },
              ]}
              rowKey={(row) => row.name}
              isOff={(row) => row.count < 10}
              buttons={() => <Button>詳細</Button>}
            />
          </Group>
          <EditableRows />
          <Group title="Month">
            <MonthCalendar year={2026} month={11} day={(date) => Number(date.slice(8))} />
          </Group>
        </main>
      </DialogHost>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <div>{children}</div>
    </Section>
  );
}

function Fields() {
  const form = useForm(sample, sample.blank);
  return (
    <Section title="Fields">
      <TextField {...form.bind('name')} hint="20文字まで" />
      <TextField {...form.bind('code')} width="short" inputMode="numeric" />
      <PasswordField {...form.bind('secret')} />
      <TextArea {...form.bind('note')} />
      <SelectField
        {...form.bind('client')}
        none="選択してください"
        options={[
          { value: '1', label: '個人' },
          { value: '2', label: '東丘精機健康保険組合' },
        ]}
      />
      <RadioField {...form.bind('kind')} words={{ day: '日別', time: '受付時間別' }} />
      <CheckboxField {...form.bind('agreed')} text="同意する" />
      <DateField {...form.bind('day')} years={[1974, 1975, 1976]} />
      <Button kind="primary" onClick={() => form.submit()}>
        すべて確認する
      </Button>
    </Section>
  );
}

const ROW = { who: 'A', age: '40', status: 'saved' } as const;
const ROWS = [ROW, { ...ROW, who: 'B' }, { ...ROW, status: 'off' }] as const;
const COLUMNS: readonly GridColumn<RowDraftOf<typeof sampleRows>>[] = [
  {
    label: '対象者区分',
    cells: [
      {
        name: 'who',
        label: '対象者区分',
        options: [
          { value: 'A', label: '本人' },
          { value: 'B', label: '配偶者' },
        ],
      },
    ],
  },
  { label: '年齢', cells: [{ name: 'age', label: '年齢', digits: 3, after: '歳' }] },
];

function EditableRows() {
  const rows = useRows(sampleRows, ROWS);
  return (
    <Group title="Rows">
      <RowGrid
        caption="行の見本"
        rows={rows}
        columns={COLUMNS}
        blank={{ ...ROW, age: '', status: 'added' }}
        canSet
        onDuplicate={({ id, draft }) => rows.add([{ ...draft, status: 'added' }], id)}
        onDelete={({ id }) => rows.remove(id)}
      />
    </Group>
  );
}

function DialogButtons() {
  const dialogs = useDialogs();
  const shows: Record<string, () => unknown> = {
    入力エラー: () => dialogs.inputError(['名称は必須入力です。', '枠管理を選択してください。']),
    マスタエラー: () => dialogs.masterError(['予約枠「ドック受付」は使用中のため削除できません。']),
    システムエラー: () => dialogs.systemError(),
    認証エラー: () => dialogs.authenticationError('ユーザーIDとパスワードをもう一度ご確認ください。'),
    確認: () => dialogs.confirm('更新しますか？'),
    削除の確認: () => dialogs.confirm('削除しますか？', { danger: true, ok: '削除' }),
    処理中: () => {
      dialogs.progress('予約', '予約しています。');
      setTimeout(dialogs.close, 2000);
    },
    完了: () => dialogs.finished('完了', '一括登録が終了しました。'),
  };
  return (
    <Group title="Dialogs">
      {Object.entries(shows).map(([name, show]) => (
        <Button key={name} onClick={show}>
          {name}
        </Button>
      ))}
    </Group>
  );
}
