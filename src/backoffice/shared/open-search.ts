// The extraction's address with its conditions, for screens that lead there and for itself; what is of a person never stands in it.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { DownloadStatus, ReservationStatus } from '#domain/reservation/reservation-status.ts';
import { OFFICE } from '#web/addresses.ts';
import { createStore } from '#web/store.ts';

/** Under the names of the extraction's own. */
interface GivenConditions {
  /** Reservations of any day, where no day is given. */
  statuses?: readonly ReservationStatus[];
  downloadStatuses?: readonly DownloadStatus[];
  visitFrom?: PlainDate;
  visitTo?: PlainDate;
  frameCode?: string;
}

/** Together they are what no file has yet. */
export const PENDING: readonly DownloadStatus[] = ['new', 'changed'];

/** What is not searched by is left out. */
export function writeConditions(given: Readonly<Record<string, unknown>>): string {
  const written = Object.entries(given).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value.filter(Boolean).join('.') : String(value || '');
    return text === '' ? [] : [[name, text]];
  });
  return new URLSearchParams(written).toString();
}

export const searchAt = (given: GivenConditions) => `${OFFICE.extraction}?${writeConditions({ ...given })}`;

/** A name is handed over in the tab. */
export const givenKana = createStore<{ kana: string | null }>('office/given-kana', { kana: null });

/** To be called before going to the extraction, which takes this and forgets what was searched before. */
export const openSearchByKana = (kana: string) => givenKana.set({ kana });
