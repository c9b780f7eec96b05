// From a reservation back to the list in which it was found.
import { officeSession } from '#web/session.ts';
import { resultContext } from './result-context.ts';

interface ListPaths {
  list: string;
  listName: string;
}

/** The paths as they are for who came from the extraction, or from nowhere; for others with their own list. */
export function useBackLink<P extends ListPaths>(paths: P): P {
  const { numbers, list } = resultContext.use();
  const { reservation } = officeSession.use().selected;
  const isFromThere = typeof reservation === 'number' && numbers.includes(reservation);
  return list && isFromThere ? { ...paths, list: list.path, listName: list.name } : paths;
}
