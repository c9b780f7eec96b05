// A download as the page sees it: an order to the worker, how far it is, and the file in the end.
import { CallFailed } from '#web/send.ts';
import { tokenAfter } from '#web/token-renewal.ts';
import type { FailureReport } from '#wire/call.ts';

export interface Order {
  token: string;
  patternCode: string;
  /** Each once, in the order of the lines; none of a file before. */
  numbers: readonly number[];
  downloadId: number | null;
}

export interface Download {
  fileName: string;
  file: Blob;
  /** In the order of the lines. */
  numbers: readonly number[];
  /** Characters that became 〓, and in which reservations. */
  lost: { inHeader: number; inRows: { number: number; count: number }[] };
}

export type Report =
  | { kind: 'progress'; rows: number }
  | { kind: 'done'; done: Download }
  | { kind: 'failed'; status: number; failure: FailureReport };

/** Called off by the signal, it ends without a word; the server then marks nothing. */
export async function download(
  order: Order,
  onProgress: (rows: number) => void,
  signal: AbortSignal,
): Promise<Download> {
  try {
    return await downloadOnce(order, onProgress, signal);
  } catch (error) {
    // The worker has a token of its own, which may just have been replaced.
    const token = error instanceof CallFailed && error.is('NoSession') ? await tokenAfter(order.token) : null;
    if (token === null) throw error;
    return downloadOnce({ ...order, token }, onProgress, signal);
  }
}

function downloadOnce(order: Order, onProgress: (rows: number) => void, signal: AbortSignal): Promise<Download> {
  const worker = new Worker(new URL('./download-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<Download>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    // The worker's own code did not come, for instance.
    worker.onerror = () => reject(new CallFailed());
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
      if (data.kind === 'progress') onProgress(data.rows);
      else if (data.kind === 'done') resolve(data.done);
      else reject(new CallFailed(data.status, data.failure));
    };
    worker.postMessage(order);
  }).finally(() => worker.terminate());
}
