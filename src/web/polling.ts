// Asks again and again whether there is anything newer, for as long as somebody may be looking at the page.

/** From one poll to the next, whatever the answer takes. */
export const POLL_MS = 3_000;
export const RETRY_MS = 30_000;
/** So long nobody has touched anything: then polling stops, so that an idle session ends, too. */
export const IDLE_MS = 30 * 60_000;
/** Nobody is there any more. */
const TIMEOUT_MS = 20_000;

export type PollingState = 'on' | 'failing' | 'stopped';

export type Poll = (signal: AbortSignal) => Promise<boolean>;

interface Page {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
}

export interface Poller {
  now(): void;
  end(): void;
}

export function startPolling(poll: Poll, notify: (state: PollingState) => void, { window, document }: Page): Poller {
  const ended = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let current: AbortController | null = null;
  let touchedAt = Date.now();

  async function run() {
    if (document.visibilityState !== 'visible') return;
    const began = Date.now();
    if (began - touchedAt >= IDLE_MS) {
      end();
      return notify('stopped');
    }
    const own = new AbortController();
    current = own;
    const timeout = setTimeout(() => own.abort(new DOMException('no answer', 'TimeoutError')), TIMEOUT_MS);
    const isFine = await poll(own.signal).catch(() => false);
    clearTimeout(timeout);
    // Whoever cancelled it polls again when it is time.
    if (current !== own) return;
    current = null;
    notify(isFine ? 'on' : 'failing');
    schedule(isFine ? Math.max(0, POLL_MS - (Date.now() - began)) : RETRY_MS);
  }

  function cancel(): void {
    clearTimeout(timer);
    const before = current;
    current = null;
    before?.abort();
  }

  function schedule(ms: number): void {
    cancel();
    timer = setTimeout(() => void run(), ms);
  }

  function end(): void {
    cancel();
    ended.abort();
  }

  const on = (target: Page['window'] | Page['document'], type: string, listener: () => void) =>
    target.addEventListener(type, listener, { passive: true, signal: ended.signal });
  for (const type of ['keydown', 'pointerdown', 'pointermove']) {
    on(window, type, () => {
      touchedAt = Date.now();
    });
  }
  on(document, 'visibilitychange', () => (document.visibilityState === 'visible' ? schedule(0) : cancel()));
  on(window, 'online', () => schedule(0));
  on(window, 'offline', () => {
    schedule(RETRY_MS);
    notify('failing');
  });
  schedule(POLL_MS);
  return { now: () => schedule(0), end };
}
