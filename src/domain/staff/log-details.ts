// What the access log tells about an act beside whom it was about, and how that reads.

export interface LogDetails {
  /** In words. */
  note?: string;
  /** Kinds of conditions of a search, never what was typed. */
  conditions?: readonly string[];
  /** What turned. */
  changes?: readonly { what: string; from: string; to: string }[];
  /** What turned and is too long to be told. */
  fields?: readonly string[];
  /** How many it concerned. */
  count?: number;
}

/** One line, as the screen and the file show it. */
export function formatLogDetails({ note = '', conditions = [], changes = [], fields = [], count }: LogDetails): string {
  const turned = changes.map(({ what, from, to }) => `${what}：${from || '（なし）'}→${to || '（なし）'}`);
  const named = fields.length > 0 ? [`${fields.join('・')}の変更`] : [];
  const counted = count === undefined ? [] : [`${count.toLocaleString('ja-JP')}件`];
  return [note, conditions.join('・'), ...turned, ...named, ...counted].filter((part) => part !== '').join('　');
}
