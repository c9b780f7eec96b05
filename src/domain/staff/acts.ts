// What the access log distinguishes: a code of two digits, and the word that the staff reads.

export const ACTS = {
  logIn: ['01', 'ログイン'],
  wrongLogIn: ['02', 'ログイン失敗'],
  lock: ['03', 'ロック'],
  wrongSecondFactor: ['04', '2段階認証失敗'],
  logOut: ['05', 'ログアウト'],
  confirm: ['06', '本人確認'],
  search: ['11', '予約の検索'],
  look: ['12', '予約の閲覧'],
  change: ['13', '予約の変更'],
  csv: ['14', 'CSV出力'],
  mail: ['15', '通知メール送信'],
  master: ['21', 'マスタの更新'],
  pattern: ['22', 'CSVパターンの更新'],
  staff: ['31', '職員アカウントの変更'],
  ownAccount: ['32', '自分のアカウントの変更'],
  settings: ['33', '設定の変更'],
  export: ['41', '個人データの書き出し'],
  erase: ['42', '個人データの消去'],
  anonymise: ['43', '保存期間による匿名化'],
  readLog: ['51', '操作履歴の閲覧'],
  saveLog: ['52', '操作履歴の出力'],
  operator: ['61', '提供元の操作'],
  refused: ['71', '権限のない操作'],
  examinee: ['81', '受診者のログイン'],
  wrongExaminee: ['82', '受診者のログイン失敗'],
} as const satisfies Record<string, readonly [string, string]>;

export type LoggedAct = keyof typeof ACTS;

const BY_CODE = new Map(
  Object.entries(ACTS).map(([act, [code, name]]) => [code as string, { act: act as LoggedAct, name }]),
);

/** Undefined of one that only a newer server knows. */
export const findAct = (code: string) => BY_CODE.get(code);

const OTHER_ACTORS = { operator: '提供元', service: 'システム', examinee: '受診者' } as const;

/** The operator's commands say who has given them. */
export function nameActor(kind: 'staff' | keyof typeof OTHER_ACTORS, name: string): string {
  if (kind === 'staff') return name;
  return name === '' ? OTHER_ACTORS[kind] : `${OTHER_ACTORS[kind]}（${name}）`;
}

/** Not what the staff does: shown where one asks for it, and not among the others. */
export const isOfExaminees = (act: LoggedAct) => act === 'examinee' || act === 'wrongExaminee';

export interface LogDetails {
  note?: string;
  /** Kinds of conditions of a search, never what was typed. */
  conditions?: readonly string[];
  changes?: readonly { what: string; from: string; to: string }[];
  /** What changed and is too long to be quoted. */
  fields?: readonly string[];
  count?: number;
}

export function formatLogDetails({ note = '', conditions = [], changes = [], fields = [], count }: LogDetails): string {
  const changed = changes.map(({ what, from, to }) => `${what}：${from || '（なし）'}→${to || '（なし）'}`);
  const named = fields.length > 0 ? [`${fields.join('・')}の変更`] : [];
  const counted = count === undefined ? [] : [`${count.toLocaleString('ja-JP')}件`];
  return [note, conditions.join('・'), ...changed, ...named, ...counted].filter((part) => part !== '').join('　');
}
