// The access log as managers read it: who did what, to whose data, when and from where.
import { csvLines } from '#backoffice/shared/contract-lines.ts';
import { ACTS, type LoggedAct } from '#domain/staff/acts.ts';
import { officeCalls, type Reply } from '#wire/call.ts';
import { ROLE } from '#wire/choices.ts';
import { dateSelects } from '#wire/dates.ts';
import { choice, orNone } from '#wire/fields.ts';
import { list, record, type Value } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const { read, bigRead } = officeCalls('AccessLog');

const ACT = Object.fromEntries(Object.entries(ACTS).map(([act, [code]]) => [act, code])) as {
  readonly [A in LoggedAct]: (typeof ACTS)[A][0];
};
const OUTCOME = { ok: '1', refused: '2', failed: '3' } as const;
export const NO_ENTRIES = '条件に合う操作履歴はありません。';

const endOf = (end: 'Start' | 'End', label: string) =>
  dateSelects({ year: `log${end}Year`, month: `log${end}Month`, day: `log${end}Date` }, `期間（${label}）`);

const filters = {
  from: endOf('Start', '開始'),
  to: endOf('End', '終了'),
  userId: text('userId', '職員', { max: 8 }),
  act: orNone(choice('act', '操作', ACT), ''),
  outcome: orNone(choice('outcome', '結果', OUTCOME), ''),
  number: text('ukno', '予約番号', {
    like: [/^[0-9]{9}$/, '予約番号は9桁の半角数字で入力してください。'],
  }),
};

export const logFilters = record(filters);

/** A place in the log, of which nobody but the server knows what it says. */
const place = (code: string, label: string) =>
  text(code, label, { max: 200, like: [/^[0-9A-Za-z_-]+$/, `${label}の指定が正しくありません。`] });

const page = {
  entries: list('listLog', '操作履歴', {
    /** YYYY/MM/DD HH:mm:ss */
    at: text('date', '日時'),
    userId: text('userId', 'ユーザーID'),
    name: text('name', '表示名'),
    role: orNone(choice('role', '権限', ROLE), ''),
    act: choice('act', '操作', ACT),
    actName: text('actName', '操作の名称'),
    subject: text('subject', '対象'),
    text: text('text', '内容'),
    outcome: choice('outcome', '結果', OUTCOME),
    address: text('address', 'アドレス'),
  }),
  /** Empty at the end that is reached. */
  older: text('older', '古い100件'),
  newer: text('newer', '新しい100件'),
};

export const openLog = read('FirstDisplay', {
  log: { act: 'readLog' },
  reply: record({
    from: filters.from,
    to: filters.to,
    staff: list('listStaff', '職員', { userId: text('userId', 'ユーザーID'), name: text('name', '表示名') }),
    acts: list('listAct', '操作', { act: choice('act', '操作', ACT), name: text('actName', '操作の名称') }),
    ...page,
  }),
});

const failures = { Refused: 14 };

export const searchLog = read('Search', {
  log: { act: 'readLog' },
  request: record({ ...filters, before: place('before', '古い100件'), after: place('after', '新しい100件') }),
  reply: record(page),
  failures,
});

export const downloadLog = bigRead('CsvDownload', {
  isFresh: true,
  log: { act: 'saveLog', isFile: true },
  request: record(filters),
  reply: csvLines,
  failures,
});

export type LogFilters = Value<typeof logFilters>;
export type LogPage = Reply<typeof searchLog>;
export type ShownEntry = LogPage['entries'][number];

export const OUTCOME_WORDS: Readonly<Record<ShownEntry['outcome'], string>> = {
  ok: '成功',
  refused: '拒否',
  failed: '失敗',
};

export function findBackwards({ from, to }: Pick<LogFilters, 'from' | 'to'>): string | null {
  return from && to && to < from ? '期間の終了日は開始日以降の日付を選択してください。' : null;
}
