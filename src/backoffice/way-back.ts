// From a reservation back to the list in which it was found.
import { officeSession } from '#web/session.ts';
import { foundReservations } from './found-reservations.ts';

interface ListPaths {
  list: string;
  listName: string;
}

/** The paths as they are for who came from the extraction, or from nowhere; for others with their own list. */
export function useWayBack<P extends ListPaths>(paths: P): P {
  const { numbers, list } = foundReservations.use();
  const { reservation } = officeSession.use().selected;
  const isFromThere = typeof reservation === 'number' && numbers.includes(reservation);
  return list && isFromThere ? { ...paths, list: list.path, listName: list.name } : paths;
}
