// A reservation's history in words: who did what.
import { slashed } from '#domain/calendar/office-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { writeTime } from '#domain/calendar/time-of-day.ts';
import { type ReservationStatus, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';

interface Turn<T> {
  from: T;
  to: T;
}

/** What the writers of history leave; each act has some of them. */
interface Details {
  status?: Turn<ReservationStatus>;
  visit_date?: PlainDate | Turn<PlainDate>;
  start_minute?: Turn<number | null>;
  patient_number?: Turn<string>;
  /** The mail that went out with an edit. */
  mail?: string;
  by?: number;
  replaces?: number;
  again?: boolean;
}

export interface HistoryEntry {
  at: string;
  actorKind: 'examinee' | 'administrator' | 'service';
  administrator: string;
  act: 'booked' | 'changed' | 'replaced' | 'cancelled' | 'edited' | 'downloaded' | 'mailed';
  details: Details;
}

const orNothing = (text: string) => text || '（なし）';

function tellEdit({ status, visit_date, start_minute, patient_number, mail }: Details): string {
  const parts = [
    status && `${STATUS_WORDS[status.from]} → ${STATUS_WORDS[status.to]}`,
    typeof visit_date === 'object' && `受診日 ${slashed(visit_date.from)} → ${slashed(visit_date.to)}`,
    start_minute && `受付時間 ${orNothing(writeTime(start_minute.from))} → ${orNothing(writeTime(start_minute.to))}`,
    patient_number && `患者番号 ${orNothing(patient_number.from)} → ${orNothing(patient_number.to)}`,
    mail && '通知メールを送信',
  ].filter(Boolean);
  return parts.join('、') || '変更なし';
}

const onDay = ({ visit_date }: Details) => (typeof visit_date === 'string' ? `（受診日 ${slashed(visit_date)}）` : '');

const TEXTS: Readonly<Record<HistoryEntry['act'], (details: Details) => string>> = {
  booked: (details) => `予約の登録${onDay(details)}`,
  changed: (details) => `予約番号${details.replaces ?? ''}からの変更${onDay(details)}`,
  replaced: ({ by }) => `予約番号${by ?? ''}へ変更`,
  cancelled: () => '予約の取消',
  edited: tellEdit,
  downloaded: () => 'CSV出力',
  mailed: ({ again }) => (again ? 'メールを再送' : '確認メールを送信'),
};

const BY: Readonly<Record<'examinee' | 'service', string>> = { examinee: '受診者', service: 'システム' };

export function tellEntry({ at, actorKind, administrator, act, details }: HistoryEntry) {
  const by = actorKind === 'administrator' ? administrator : BY[actorKind];
  return { at, by, text: TEXTS[act](details) };
}
