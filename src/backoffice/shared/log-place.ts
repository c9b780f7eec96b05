// A place in the access log, between two pages of it (keyset pagination); nobody but the server knows what it says.
import { invalid } from '#wire/failure.ts';

/** Where an entry stands: its moment to the microsecond, and its id. */
export interface Place {
  at: string;
  entryId: string;
}

export const writePlace = ({ at, entryId }: Place) => Buffer.from(`${at}|${entryId}`).toString('base64url');

const WRITTEN = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6})\|([0-9a-f-]{36})$/;

export function readPlace(text: string): Place | null {
  if (text === '') return null;
  const [, at, entryId] = WRITTEN.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (!at || !entryId) throw invalid('表示する位置の指定が正しくありません。');
  return { at, entryId };
}
