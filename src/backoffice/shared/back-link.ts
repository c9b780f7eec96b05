// From a reservation back to the list in which it was found.
import { OFFICE } from '#web/addresses.ts';
import { useOpenedReservation } from '#web/opened-reservation.ts';
import { resultContext } from './result-context.ts';

/** The extraction for who came from there, or from nowhere; for others their own list. */
export function useBackLink(): { path: string; name: string } {
  const { numbers, list } = resultContext.use();
  const number = useOpenedReservation();
  const isFromThere = number !== null && numbers.includes(number);
  return list && isFromThere ? list : { path: OFFICE.extraction, name: '受診者抽出' };
}
