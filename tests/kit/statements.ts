// Writes down the statements that are sent to the database while something is done.
import pg from 'pg';
import { vi } from 'vitest';

/** By the first words of each, e.g. "select book_where_room". */
export async function watchStatements(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return (spy.mock.calls as unknown[][]).map(([query]) => nameOf(query)).filter((name) => !isNoWork(name));
  } finally {
    spy.mockRestore();
  }
}

/** A connection that is opened meanwhile is told its limits, and the heartbeat asks once a second. */
const isNoWork = (name: string) => name.startsWith('set ') || name === 'select 1';

function nameOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text: string }).text;
  return text.trim().replaceAll(/\s+/g, ' ').split(/[( ]/).slice(0, 2).join(' ');
}
