// Fetches the lines of a CSV file and makes CP932 of them piece by piece, in a worker, so that the page stays alive meanwhile.
import { CallFailed } from '#web/send.ts';
import { sendForPieces } from '#web/send-for-pieces.ts';
import { encodeLines } from '../cp932.ts';
import { downloadCsv } from './contract-download.ts';
import type { Download, Order, Report } from './download-bar.tsx';

const report = (message: Report) => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent<Order>) =>
  download(data).then(
    (done) => report({ kind: 'done', done }),
    (error) => {
      const { status, report: failure } = error instanceof CallFailed ? error : new CallFailed();
      report({ kind: 'failed', status, failure });
    },
  );

async function download({ token, patternCode, downloadId, ...order }: Order): Promise<Download> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const lost: Download['lost'] = { inHeader: 0, inRows: [] };
  let fileName = '';
  let numbers = order.numbers;
  let rows = 0;
  await sendForPieces(
    downloadCsv,
    'lines',
    { patternCode, numbers: [...numbers], downloadId },
    {
      head(reply) {
        fileName = reply.fileName;
        if (downloadId !== null) numbers = reply.numbers;
        const header = encodeLines([reply.header]);
        parts.push(header.bytes);
        lost.inHeader = header.lost.get(0) ?? 0;
      },
      piece(lines) {
        const piece = encodeLines(lines);
        parts.push(piece.bytes);
        // Lines come in the order of the numbers.
        for (const [at, count] of piece.lost) lost.inRows.push({ number: numbers[rows + at] as number, count });
        rows += lines.length;
        report({ kind: 'progress', rows });
      },
    },
    { token },
  );
  return { fileName, file: new Blob(parts, { type: 'text/csv' }), numbers, lost };
}
