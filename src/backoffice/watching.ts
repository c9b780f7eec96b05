// Looks again and again whether anything has moved, as long as somebody may be looking. Each look is held by the server until
// something has, so that a desk learns of it at once and asks seldom.

/** From an answer to the next look: what happens meanwhile is told by that at once. */
export const AGAIN_MS = 1_500;
/** After a failure. */
export const LATER_MS = 30_000;
/** So long nobody has touched anything: then it ends, so that an idle session does, too. */
export const IDLE_MS = 30 * 60_000;
/** No server holds a look for so long: nobody is there any more. */
const LOST_MS = 40_000;

export type Watching = 'on' | 'failing' | 'stopped';

/**
 * False where it failed; given up where nobody wants to know any more. After a failure it is to come back at once, so that the desk
 * knows that it is heard again.
 */
export type Look = (signal: AbortSignal, isHeld: boolean) => Promise<boolean>;

interface Around {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'visibilityState'>;
}

export interface Watch {
  /** Gives up the look that is held, and looks after so long. */
  again(ms: number): void;
  end(): void;
}

/** `againMs` is for looks that no server holds. */
export function startWatch(
  look: Look,
  tell: (state: Watching) => void,
  { window, document }: Around,
  againMs = AGAIN_MS,
): Watch {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let held: AbortController | null = null;
  let touchedAt = Date.now();
  let isHeard = true;

  async function run() {
    if (document.visibilityState !== 'visible') return;
    if (Date.now() - touchedAt >= IDLE_MS) {
      watch.end();
      return tell('stopped');
    }
    const own = new AbortController();
    held = own;
    const lost = setTimeout(() => own.abort(new DOMException('no answer', 'TimeoutError')), LOST_MS);
    const isFine = await look(own.signal, isHeard).catch(() => false);
    clearTimeout(lost);
    // Whoever gave it up looks again when it is time.
    if (held !== own) return;
    held = null;
    isHeard = isFine;
    tell(isFine ? 'on' : 'failing');
    again(isFine ? againMs : LATER_MS);
  }

  function giveUp(): void {
    clearTimeout(timer);
    const before = held;
    held = null;
    before?.abort();
  }

  function again(ms: number): void {
    giveUp();
    timer = setTimeout(() => void run(), ms);
  }

  const touch = () => {
    touchedAt = Date.now();
  };
  const see = () => (document.visibilityState === 'visible' ? again(0) : giveUp());
  const connect = () => again(0);
  const disconnect = () => {
    again(LATER_MS);
    isHeard = false;
    tell('failing');
  };
  const ways = ['keydown', 'pointerdown', 'pointermove'] as const;
  for (const way of ways) window.addEventListener(way, touch, { passive: true });
  document.addEventListener('visibilitychange', see);
  window.addEventListener('online', connect);
  window.addEventListener('offline', disconnect);

  const watch: Watch = {
    again,
    end() {
      giveUp();
      for (const way of ways) window.removeEventListener(way, touch);
      document.removeEventListener('visibilitychange', see);
      window.removeEventListener('online', connect);
      window.removeEventListener('offline', disconnect);
    },
  };
  again(againMs);
  return watch;
}
