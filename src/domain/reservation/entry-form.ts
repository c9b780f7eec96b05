// The information input form described by data: which rows a kind of user sees, may edit and must fill in.
import { notAtDesk, PERSON, type PersonField, type PersonName } from './person.ts';
import type { UserKind } from './user-kind.ts';

/** A row for each part of a person that is typed or settled, and those that are only shown or asked for twice. */
export type EntryName =
  | Exclude<PersonName, 'clientCode' | 'postalCode'>
  | 'clientName'
  | 'postalCode1'
  | 'postalCode2'
  | 'age'
  | 'mailAgain';

type EntrySource = 'constant' | 'stored' | 'server';

interface EntryRow {
  name: EntryName;
  label: string;
  shown: boolean;
  enabled: boolean;
  source: EntrySource;
  required: boolean;
}

interface RowRule extends Pick<PersonField, 'label' | 'required' | 'askedOf' | 'isSettled'> {
  /** Follows from others. */
  isShownOnly?: true;
  /** Never prefilled: the person writes it again each time. */
  alwaysBlank?: true;
}

/** The rows that are no field of a person: each stands where that field stands, behind its own row if it has one. */
const BESIDE: Readonly<Record<string, Partial<Record<EntryName, RowRule>>>> = {
  clientCode: { clientName: { label: '健康保険・お勤め先の名称', askedOf: 'insurance', isSettled: true } },
  birthDate: { age: { label: '年齢', isSettled: true, isShownOnly: true } },
  postalCode: {
    postalCode1: { label: '郵便番号（前3桁）', required: notAtDesk },
    postalCode2: { label: '郵便番号（後4桁）', required: notAtDesk },
  },
  mail: { mailAgain: { label: 'メールアドレス（確認用）', required: notAtDesk, alwaysBlank: true } },
};

const RULES = Object.fromEntries(
  Object.entries<PersonField>(PERSON).flatMap(([name, { label, of, required, askedOf, isSettled, hasNoRow }]) => {
    const row = { label, required, isSettled, askedOf: of === 'society' ? 'insurance' : askedOf };
    return [...(hasNoRow ? [] : [[name, row]]), ...Object.entries(BESIDE[name] ?? {})];
  }),
) as Readonly<Record<EntryName, RowRule>>;

export const ENTRY_LABELS = Object.fromEntries(
  Object.entries(RULES).map(([name, { label }]) => [name, label]),
) as Readonly<Record<EntryName, string>>;

export function entryRows(kind: UserKind): EntryRow[] {
  return (Object.keys(RULES) as EntryName[]).map((name) => {
    const { label, askedOf = kind.payer, required, isSettled, isShownOnly, alwaysBlank } = RULES[name];
    const isStored = isSettled === true && kind.payer === 'insurance';
    const isBlank = alwaysBlank || kind.origin === 'guest';
    const isShown = askedOf === kind.payer;
    return {
      name,
      label,
      shown: isShown,
      enabled: !isStored && !isShownOnly,
      source: isStored ? 'stored' : isBlank ? 'constant' : 'server',
      required: isShown && (required?.(kind) ?? false),
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
