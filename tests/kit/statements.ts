// Writes down the statements that are sent to the database while something is done.
import pg from 'pg';
import { vi } from 'vitest';

/** By the first words of each, e.g. "select book_where_room". */
export async function watchStatements(work: () => Promise<unknown>): Promise<string[]> {
  const spy = vi.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    const inTransaction = new Set<unknown>();
    return (spy.mock.calls as unknown[][]).flatMap(([query], index) => {
      const [name, client] = [nameOf(query), spy.mock.contexts[index]];
      if (name.startsWith('begin')) inTransaction.add(client);
      if (/^(commit|rollback)/.test(name)) inTransaction.delete(client);
      return isNoWork(name) || (isLogging(name) && !inTransaction.has(client)) ? [] : [name];
    });
  } finally {
    spy.mockRestore();
  }
}

/** A connection that is opened meanwhile is told its limits, and the heartbeat asks once a second. */
const isNoWork = (name: string) => name.startsWith('set ') || name === 'show transaction_read_only';

/** Outside of a transaction, it is the queue of what was read before, whose turn comes when it comes. */
const isLogging = (name: string) => name === 'select write_access_log';

function nameOf(query: unknown): string {
  const text = typeof query === 'string' ? query : (query as { text: string }).text;
  return text.trim().replaceAll(/\s+/g, ' ').split(/[( ]/).slice(0, 2).join(' ');
}
