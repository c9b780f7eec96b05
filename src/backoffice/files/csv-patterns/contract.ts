// CSV output patterns: which items a file holds, in which order, and which pattern is chosen at first.
import { NEW_PATTERN } from '#domain/offer/sentinels.ts';
import { officeCalls } from '#wire/call.ts';
import { choice, flag, integer, orNone, versionAnswered, versionSent } from '#wire/fields.ts';
import { columns, list, record, type Value } from '#wire/record.ts';
import { recordStatus } from '#wire/rows.ts';
import { text } from '#wire/texts.ts';

/** Each attribute's code on the wire and its heading in files, in the order in which they are offered. */
export const ATTRIBUTES = {
  reservation_number: ['0001', '予約番号'],
  replaces_number: ['0002', '変更元予約番号'],
  replaced_by_number: ['0003', '変更先予約番号'],
  status_code: ['0004', '予約状況コード'],
  status: ['0005', '予約状況'],
  fiscal_year: ['0006', '年度'],
  visit_date: ['0007', '受診日'],
  slot_code: ['0008', '受付時間コード'],
  start_time: ['0009', '受付時間'],
  slot_name: ['0017', '受付時間名称'],
  frames: ['0018', '予約枠'],
  origin_code: ['0019', '予約経路コード'],
  origin: ['0020', '予約経路'],
  reception: ['0021', '受付状況'],
  received_at: ['0022', '来院時刻'],
  sending_status: ['0041', '発送状況'],
  sent_on: ['0042', '発送日'],
  cancel_reason: ['0043', '取消の理由'],
  booking_kind: ['0010', '予約方法'],
  download_status_code: ['0011', 'CSV出力コード'],
  download_status: ['0012', 'CSV出力'],
  registered_on: ['0013', '登録日'],
  registered_at: ['0014', '登録日時'],
  updated_on: ['0015', '更新日'],
  updated_at: ['0016', '更新日時'],
  examinee_number: ['0101', '受診者番号'],
  patient_number: ['0102', '患者番号'],
  kana_name: ['0103', 'カナ氏名'],
  family_kana: ['0104', 'カナ姓'],
  given_kana: ['0105', 'カナ名'],
  name: ['0106', '氏名'],
  family_name: ['0107', '姓'],
  given_name: ['0108', '名'],
  birth_date: ['0109', '生年月日'],
  sex_code: ['0110', '性別コード'],
  sex: ['0111', '性別'],
  age: ['0112', '年齢'],
  postal_code: ['0113', '郵便番号'],
  prefecture: ['0114', '住所1'],
  city: ['0115', '住所2'],
  street: ['0116', '住所3'],
  phone: ['0117', '電話番号'],
  mail: ['0118', 'メール'],
  accepts_mail: ['0119', '健診のご案内メール'],
  remarks: ['0120', '備考'],
  staff_memo: ['0121', 'スタッフメモ'],
  person_note: ['0122', '申し送り'],
  client_code: ['0201', 'クライアントコード'],
  client_name: ['0202', 'クライアント名'],
  insurer_number: ['0203', '保険者番号'],
  card_symbol: ['0204', '被保険者等記号'],
  card_number: ['0205', '被保険者等番号'],
  category_code: ['0206', '対象者区分コード'],
  category_name: ['0207', '対象者区分'],
  company_name: ['0208', '会社名'],
  employee_number: ['0209', '社員番号'],
  course_code: ['0301', 'コースコード'],
  course_name: ['0302', 'コース名'],
  course_internal_name: ['0311', 'コース内部名称'],
  course_duration: ['0303', '所要時間'],
  course_description: ['0312', 'コースの説明'],
  course_recommended_for: ['0313', '対象となる方'],
  course_items: ['0304', '検査項目'],
  price_condition_code: ['0305', '料金条件コード'],
  course_amount: ['0306', 'コース料金'],
  option_names: ['0307', 'オプション'],
  option_amount: ['0308', 'オプション料金'],
  total_amount: ['0309', '合計金額'],
  total_with_tax: ['0314', '合計金額（税込）'],
  tax_display: ['0310', '税表示'],
  tax_rate: ['0315', '税率'],
  prices_shown: ['0316', '料金表示'],
} as const;

export type Attribute = keyof typeof ATTRIBUTES;

export const isAttribute = (word: string): word is Attribute => Object.hasOwn(ATTRIBUTES, word);
export const headingOf = (attribute: Attribute) => ATTRIBUTES[attribute][1];

const CODES = Object.fromEntries(Object.entries(ATTRIBUTES).map(([word, [code]]) => [word, code])) as {
  readonly [A in Attribute]: string;
};

const codes = {
  kind: choice('zkkb', '項目区分', { attribute: '1', option: '2' }),
  attribute: orNone(choice('zkcd', '項目', CODES), ''),
  groupCode: orNone(text('opbr', 'オプション分類', { exact: 4 }), ''),
  optionCode: orNone(text('opcd', 'オプション項目コード', { exact: 4 }), ''),
};

const position = integer('recordNumber', '出力順', { min: 1, max: 99_999 });
const itemNamed = { ...codes, name: text('name', '項目名') };
const itemSent = record({ position, ...codes });

export const NO_ITEM = 'CSV出力項目は１項目以上の登録が必要です。';
export const NO_PATTERN_CHOSEN = 'コピーするパターンを選んでください。';
/** Far beyond what anybody reads, and little enough for a server that makes 100,000 lines of them. */
const MOST_ITEMS = 500;

const patternCode = text('ptcd', 'パターンコード', { required: true });
const name = text('ptnm', 'パターン名', { required: true, max: 60 });
const isInitial = flag('dffg', '初期表示', { on: '1', off: '0' });

/** Of one that is not saved yet, the server gives the code. */
const logOf = (note: string) => ({
  act: 'pattern' as const,
  note,
  subject: ({ patternCode: code }: { patternCode: string }) =>
    code === NEW_PATTERN ? 'CSVパターン' : `CSVパターン ${code}`,
});

const rows = list('csv1List', 'CSVパターンの一覧', { patternCode, name, isInitial });

const { read: readList, write: writeList } = officeCalls('CSVPatternList', { least: 'reception' });

export const listPatterns = readList('FirstDisplay', { reply: record({ rows }) });

export const copyPattern = writeList('Copy', {
  log: { ...logOf('登録'), subject: () => 'CSVパターン' },
  request: record({
    patternCode: text('ptcd', 'パターンコード', { required: true, sentences: { required: NO_PATTERN_CHOSEN } }),
  }),
  reply: record({ rows }),
});

export const deletePattern = writeList('Delete', {
  log: logOf('削除'),
  request: record({ patternCode }),
  reply: record({ rows }),
});

const key = (code: string) => integer(code, '番号', { min: 1, max: 99_999 });

const detail = record({
  patternCode,
  // A pattern that is not saved yet has none.
  name: text('ptnm', 'パターン名', { max: 60 }),
  isInitial,
  ...versionAnswered,
  addable: list('csvAddList', '追加可能項目', { key: key('recordKey'), ...itemNamed }),
  output: list('csvOutList', 'CSV出力項目', { position, key: key('nbr'), ...itemNamed, status: recordStatus }),
});

const { read, write } = officeCalls('CSVPatternDetail', { least: 'reception' });

export const openPattern = read('FirstDisplay', { request: record({ patternCode }), reply: detail });

export const patternValues = record({ name, isInitial });

export const savePattern = write('Register', {
  log: logOf('更新'),
  request: record({
    patternCode,
    name,
    isInitial,
    ...versionSent,
    items: columns('CSV出力項目', itemSent, {
      position: 'recordNumbers',
      kind: 'zkkbs',
      attribute: 'zkcds',
      groupCode: 'opbrs',
      optionCode: 'opcds',
    }),
  }).rule(({ items }, report) => {
    if (items.length === 0) report('items', NO_ITEM);
    if (items.length > MOST_ITEMS) report('items', `CSV出力項目は${MOST_ITEMS}項目以内で登録してください。`);
  }),
  reply: detail,
  failures: { Invalid: 13 },
});

export type Pattern = Value<typeof detail>;
export type AddableItem = Pattern['addable'][number];
export type OutputItem = Pattern['output'][number];
