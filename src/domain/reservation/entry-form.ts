// The information input form described by data: which rows a kind of user sees, may edit and must fill in.
import type { PersonName } from './person.ts';
import type { Payer, UserKind } from './user-kind.ts';

/** A row for each part of a person that is typed or settled, and those that are only shown or asked for twice. */
export type EntryName =
  | Exclude<PersonName, 'clientCode' | 'postalCode'>
  | 'clientName'
  | 'postalCode1'
  | 'postalCode2'
  | 'age'
  | 'mailAgain';

/** Where a row's first value comes from. */
type EntrySource = 'constant' | 'stored' | 'server';

interface EntryRow {
  name: EntryName;
  label: string;
  shown: boolean;
  enabled: boolean;
  source: EntrySource;
  required: boolean;
}

type When = 'always' | 'never' | Payer | ((kind: UserKind) => boolean);

interface RowRule {
  label: string;
  shown: When;
  enabled: When;
  required: When;
  /** Rows whose value an earlier step has settled take it from there. */
  settledBefore?: Payer;
  /** Never prefilled: the person writes it anew each time. */
  alwaysBlank?: boolean;
}

/** Whoever is on the telephone is asked for what is needed to find them again, and no more. */
const notAtDesk = ({ origin }: UserKind) => origin !== 'desk';
const notEnRoute = ({ origin }: UserKind) => origin !== 'en-route' && origin !== 'desk';
const insuredButAtDesk = (kind: UserKind) => kind.payer === 'insurance' && notAtDesk(kind);
const individualButAtDesk = (kind: UserKind) => kind.payer === 'individual' && notAtDesk(kind);

const RULES: Readonly<Record<EntryName, RowRule>> = {
  clientName: {
    label: '健康保険・お勤め先の名称',
    shown: 'insurance',
    enabled: 'never',
    required: 'never',
    settledBefore: 'insurance',
  },
  insurerNumber: {
    label: '保険者番号',
    shown: 'insurance',
    enabled: 'never',
    required: insuredButAtDesk,
    settledBefore: 'insurance',
  },
  cardSymbol: { label: '記号', shown: 'insurance', enabled: 'always', required: 'never' },
  cardNumber: { label: '番号', shown: 'insurance', enabled: 'always', required: 'never' },
  categoryCode: {
    label: '対象者区分',
    shown: 'insurance',
    enabled: 'never',
    required: 'insurance',
    settledBefore: 'insurance',
  },
  companyName: { label: '会社名', shown: 'always', enabled: 'always', required: 'never' },
  familyKana: { label: '氏名（セイ）', shown: 'always', enabled: 'always', required: 'always' },
  givenKana: { label: '氏名（メイ）', shown: 'always', enabled: 'always', required: 'always' },
  familyName: { label: '氏名（姓）', shown: 'always', enabled: 'always', required: 'always' },
  givenName: { label: '氏名（名）', shown: 'always', enabled: 'always', required: 'always' },
  birthDate: {
    label: '生年月日',
    shown: 'always',
    enabled: 'individual',
    required: 'always',
    settledBefore: 'insurance',
  },
  age: { label: '年齢', shown: 'always', enabled: 'never', required: 'never', settledBefore: 'insurance' },
  sex: { label: '性別', shown: 'always', enabled: 'individual', required: 'always', settledBefore: 'insurance' },
  postalCode1: { label: '郵便番号（前3桁）', shown: 'always', enabled: 'always', required: notAtDesk },
  postalCode2: { label: '郵便番号（後4桁）', shown: 'always', enabled: 'always', required: notAtDesk },
  prefecture: { label: '都道府県', shown: 'always', enabled: 'always', required: notAtDesk },
  city: { label: '市区町村', shown: 'always', enabled: 'always', required: notAtDesk },
  street: { label: '番地・建物名', shown: 'always', enabled: 'always', required: notEnRoute },
  phone: { label: '電話番号', shown: 'always', enabled: 'always', required: 'always' },
  employeeNumber: { label: '社員番号', shown: 'insurance', enabled: 'always', required: 'never' },
  mail: { label: 'メールアドレス', shown: 'always', enabled: 'always', required: notAtDesk },
  mailAgain: {
    label: 'メールアドレス（確認用）',
    shown: 'always',
    enabled: 'always',
    required: notAtDesk,
    alwaysBlank: true,
  },
  acceptsMail: { label: '健診のご案内メール', shown: 'individual', enabled: 'always', required: individualButAtDesk },
  remarks: { label: '備考', shown: 'always', enabled: 'always', required: 'never' },
};

export const ENTRY_LABELS = Object.fromEntries(
  Object.entries(RULES).map(([name, { label }]) => [name, label]),
) as Readonly<Record<EntryName, string>>;

function applies(when: When, kind: UserKind): boolean {
  if (typeof when === 'function') return when(kind);
  return when === 'always' || when === kind.payer;
}

/** The rows in the order of the form. */
export function entryRows(kind: UserKind): EntryRow[] {
  return (Object.keys(RULES) as EntryName[]).map((name) => {
    const rule = RULES[name];
    const isStored = rule.settledBefore === kind.payer;
    const isBlank = rule.alwaysBlank || kind.origin === 'guest';
    return {
      name,
      label: rule.label,
      shown: applies(rule.shown, kind),
      enabled: applies(rule.enabled, kind),
      source: isStored ? 'stored' : isBlank ? 'constant' : 'server',
      required: applies(rule.shown, kind) && applies(rule.required, kind),
    };
  });
}

/** What is said where a required row is empty; what is chosen rather than written is asked for as a choice. */
export function requiredRows(kind: UserKind): { field: EntryName; sentence: string }[] {
  // Staff write a birth date in one go.
  const isWritten = (name: EntryName) => !CHOSEN.has(name) || (kind.origin === 'desk' && name === 'birthDate');
  return entryRows(kind)
    .filter(({ required }) => required)
    .map(({ name, label }) => ({
      field: name,
      sentence: isWritten(name) ? `${label}は必須入力です。` : `${label}を選択してください。`,
    }));
}

/** Which required rows are empty, as sentences. */
export function findMissing(
  kind: UserKind,
  values: Readonly<Partial<Record<EntryName, unknown>>>,
): { field: EntryName; sentence: string }[] {
  return requiredRows(kind).filter(({ field }) => field in values && isEmptyEntry(values[field]));
}

const CHOSEN: ReadonlySet<EntryName> = new Set(['birthDate', 'sex', 'prefecture', 'categoryCode', 'acceptsMail']);

export const isEmptyEntry = (value: unknown) =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

export const NO_CONSENT = '利用規約・個人情報の取り扱いへの同意が必要です。';
export const MAILS_DIFFER = 'メールアドレスとメールアドレス（確認用）に入力されている内容が相違しています。';
