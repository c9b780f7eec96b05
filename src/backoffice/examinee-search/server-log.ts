// What the access log holds of a search: by what it was searched, never for what.
import type { LogDetails } from '#domain/staff/log-details.ts';
import type { Conditions } from './contract.ts';

const KINDS: Readonly<Record<keyof Conditions, string>> = {
  visitFrom: '受診日',
  visitTo: '受診日',
  registeredFrom: '予約登録日',
  registeredTo: '予約登録日',
  updatedFrom: '予約更新日',
  updatedTo: '予約更新日',
  number: '予約番号',
  name: '氏名',
  kana: 'カナ氏名',
  patientNumber: '患者番号',
  clientCode: 'クライアント',
  insurerName: 'クライアント名',
  companyName: '会社名',
  cardSymbol: '被保険者等記号',
  fiscalYear: '年度',
  statuses: '予約状況',
  slotCode: '受付時間',
  frameCode: '予約枠',
  groupCode: 'オプション',
  optionCode: 'オプション',
  downloadStatuses: 'CSV出力',
  origin: '予約経路',
};

const isGiven = (value: unknown) => (Array.isArray(value) ? value.some((each) => each !== null) : Boolean(value));

/** Null where more were found than are shown, and so none. */
export function tellSearch(given: Conditions, count: number | null): LogDetails {
  const named = (Object.keys(KINDS) as (keyof Conditions)[]).filter((name) => isGiven(given[name]));
  const conditions = [...new Set(named.map((name) => KINDS[name]))];
  return count === null ? { conditions, note: '件数超過' } : { conditions, count };
}
