// Says when nobody has touched any of a person's tabs of the office for a while.
import { officeSession } from './session.ts';

export const IDLE_MS = 15 * 60_000;
const LOOK_EVERY_MS = 5_000;
/** So often the other tabs hear that this one is in use. */
const SAY_EVERY_MS = 5_000;
const CHANNEL = 'office-activity';
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

const person = () => `${officeSession.get().institutionCode}/${officeSession.get().userId}`;

/** Calls `onIdle` each time it finds so; returns how to stop. */
export function watchIdle(onIdle: () => void): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  let touchedAt = Date.now();
  let saidAt = 0;
  const isOver = () => Date.now() - touchedAt >= IDLE_MS;
  const look = () => isOver() && onIdle();
  const touch = () => {
    // A machine that has slept wakes up by a touch: that comes too late.
    if (isOver()) return onIdle();
    touchedAt = Date.now();
    if (touchedAt - saidAt < SAY_EVERY_MS) return;
    saidAt = touchedAt;
    channel?.postMessage(person());
  };
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<string>) => {
      if (data === person() && !isOver()) touchedAt = Date.now();
    };
  }
  const timer = setInterval(look, LOOK_EVERY_MS);
  for (const type of TOUCHES) window.addEventListener(type, touch, { capture: true, passive: true });
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    for (const type of TOUCHES) window.removeEventListener(type, touch, { capture: true });
    document.removeEventListener('visibilitychange', look);
    channel?.close();
  };
}
