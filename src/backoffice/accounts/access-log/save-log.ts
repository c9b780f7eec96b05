// Fetches the access log as a CSV file, and makes CP932 of its lines as they come.

import { encodeLines } from '#backoffice/files/cp932.ts';
import { sendForPieces } from '#web/send-for-pieces.ts';
import { downloadLog, type LogFilters } from './contract.ts';

export async function fetchLogFile(
  filters: LogFilters,
  signal: AbortSignal,
): Promise<{ fileName: string; file: Blob }> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let fileName = '';
  await sendForPieces(
    downloadLog,
    'lines',
    filters,
    {
      head(reply) {
        fileName = reply.fileName;
        parts.push(encodeLines([reply.header]).bytes);
      },
      piece: (lines) => parts.push(encodeLines(lines).bytes),
    },
    { signal },
  );
  return { fileName, file: new Blob(parts, { type: 'text/csv' }) };
}
