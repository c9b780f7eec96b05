// What a tab remembers of the access log, so that coming back from a reservation finds the page that was left.
import { createStore } from '#web/store.ts';
import type { LogFilters } from './contract.ts';

/** Which page: of what was searched by, before or after a place. */
export interface LogQuery {
  filters: LogFilters;
  before: string;
  after: string;
}

/** Named below the office's session, so that it goes with the log-out. */
export const logSession = createStore<{ asked: LogQuery | null }>('office/access-log', { asked: null });
