// The day's list as a CSV file, made in the page.

import { encodeLines } from '#backoffice/files/cp932.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { saveFile } from '#web/save-file.ts';
import { send } from '#web/send.ts';
import { downloadReception } from './contract.ts';

/** Its name, and how many characters of it became 〓. */
export async function saveList(date: PlainDate): Promise<{ fileName: string; lost: number }> {
  const { fileName, header, lines } = await send(downloadReception, { date });
  const { bytes, lost } = encodeLines([header, ...lines]);
  saveFile({ fileName, file: new Blob([bytes], { type: 'text/csv' }) });
  return { fileName, lost: [...lost.values()].reduce((sum, count) => sum + count, 0) };
}
