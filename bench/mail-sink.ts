// A mail server in a thread of its own: what it costs must not slow down whoever drives the load.
import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { startMailServer } from '#tests/kit/mail-server.ts';

export interface MailSink {
  url: string;
  /** How many mails have arrived for addresses that begin so. */
  count(prefix: string): Promise<number>;
  close(): Promise<unknown>;
}

export async function startMailSink(): Promise<MailSink> {
  const worker = new Worker(new URL(import.meta.url));
  const [url] = await once(worker, 'message');
  return {
    url,
    async count(prefix) {
      worker.postMessage(prefix);
      const [count] = await once(worker, 'message');
      return count;
    },
    close: () => worker.terminate(),
  };
}

if (!isMainThread) {
  const { url, received } = await startMailServer();
  parentPort?.on('message', (prefix: string) => {
    parentPort?.postMessage(received.filter(({ to }) => to[0]?.startsWith(prefix)).length);
  });
  parentPort?.postMessage(url);
}
