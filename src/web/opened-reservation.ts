// Which reservation the address names.
import { reservationNumber } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { RESERVATION_KEY } from '#wire/reservation-key.ts';
import { useKeyInAddress } from './key-in-address.ts';

const key = record({ number: reservationNumber(RESERVATION_KEY, '予約番号') });

/** Null where it names none, or what is no number of a reservation. */
export const useOpenedReservation = (): number | null => useKeyInAddress(key)?.number ?? null;
