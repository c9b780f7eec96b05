// What is disclosed to a person: each part and field by its name in the file, in its order, with what it is called on paper. The file
// holds nothing else, and the printed page shows all of it.
import { columnOf, DISCLOSED_FIELDS, fullLabelOf } from '#domain/reservation/person.ts';

type Labels = Readonly<Record<string, string>>;

export interface Part<L extends Labels = Labels> {
  title: string;
  fields: L;
  /** What belongs to one of several, on a line each. */
  lists?: Readonly<Record<string, Part>>;
}

const part = <L extends Labels>(title: string, fields: L): Part<L> => ({ title, fields });

const person: Labels = {
  ...Object.fromEntries(DISCLOSED_FIELDS.map((name) => [columnOf(name), fullLabelOf(name)])),
  created_at: '登録日時',
  updated_at: '更新日時',
};

export const OPTIONS = part('オプション', { name: '名称', amount: '料金' });
export const SENDINGS = part('発送', { sent_on: '発送日', returned_on: '戻った日' });
export const HISTORY = part('履歴', { at: '日時', actor: '操作した人', act: '内容' });

export const DISCLOSED = {
  account: part('アカウント', person),
  wish: part('健診のご案内メール', { accepts: '健診のご案内メール', at: '日時', by: '希望を伝えた人' }),
  reservations: {
    title: '予約',
    fields: {
      reservation_number: '予約番号',
      status: '予約状況',
      visit_date: '受診日',
      start_minute: '受付時間',
      fiscal_year: '年度',
      client_name: 'クライアント',
      category_name: '対象者区分',
      course_name: 'コース名',
      course_duration: '所要時間',
      course_amount: 'コース料金',
      total_amount: '合計金額',
      age: '年齢',
      remarks: '備考',
      patient_number: '患者番号',
      staff_memo: 'スタッフメモ',
      origin: '予約経路',
      reception: '受付状況',
      received_at: '受付の日時',
      cancel_reason: '取消の理由',
      ...person,
    },
    lists: { options: OPTIONS, sendings: SENDINGS, history: HISTORY },
  },
  notes: part('申し送り', { body: '内容', updated_at: '更新日時' }),
  mails: part('メール', {
    reservation_number: '予約番号',
    kind: '分類',
    recipient: '宛先',
    subject: '件名',
    body: '本文',
    state: '送信の状態',
    at: '日時',
  }),
  notices: part('一斉連絡', {
    reservation_number: '予約番号',
    subject: '件名',
    at: '日時',
    channel: '連絡の方法',
    called_at: '電話した日時',
    memo: 'メモ',
  }),
} satisfies Readonly<Record<string, Part>>;

type Fields = Readonly<Record<string, string | number>>;
type Lists = Readonly<Record<string, readonly Fields[]>>;
/** One of several holds its lists besides. */
export type Entry = Fields | Lists;
export type Disclosure = Readonly<Record<keyof typeof DISCLOSED, Entry | readonly Entry[]>>;
