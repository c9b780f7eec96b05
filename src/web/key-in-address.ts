// The key of what a screen shows, in its address: named and checked as the contract does.
import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { reservationNumber } from '#wire/fields.ts';
import { type AnyRecord, record, type Value } from '#wire/record.ts';
import { RESERVATION_KEY } from '#wire/reservation-key.ts';

export const atKey = <K extends AnyRecord>(path: string, key: K, value: Value<K>) =>
  `${path}?${new URLSearchParams(key.encode(value) as Record<string, string>)}`;

/** Null where the address names none, or what cannot be one. */
export function useKeyInAddress<K extends AnyRecord>(key: K): Value<K> | null {
  const { search } = useLocation();
  return useMemo(() => {
    const params = new URLSearchParams(search);
    if (!key.meanings.every(({ code }) => params.get(code))) return null;
    const reading = key.decode(Object.fromEntries(params));
    return reading.ok ? (reading.value as Value<K>) : null;
  }, [key, search]);
}

const reservationKey = record({ number: reservationNumber(RESERVATION_KEY, '予約番号') });

/** The number of the reservation that the address names; null where it names none, or what cannot be one. */
export const useOpenedReservation = (): number | null => useKeyInAddress(reservationKey)?.number ?? null;
