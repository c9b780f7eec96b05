// Hides the office, which stays as it is underneath, from when its session is over or nobody has touched it for a while until its
// person has logged in again.

import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { endSessionCall } from '#account/contract-sign-out.ts';
import styles from './office-cover.module.css';
import { rejoinOtherTabs } from './office-tabs.ts';
import { send } from './send.ts';
import { officeSession } from './session.ts';
import type { SignInOutcome } from './sign-in-again.tsx';
import { Button } from './ui/button.tsx';
import { ModalBox } from './ui/dialog-box.tsx';
import { type Dialogs, useDialogs } from './ui/dialogs.tsx';

/** `box`: nothing else asks for the log-in. */
type State = 'off' | 'behind a dialog' | 'box';

interface Cover {
  state: State;
  show(state: State): void;
  /** Nobody is there: the session ends for good, not only on the screen. */
  lock(): void;
  /** Of a session that is over: waits where the person is asked already. */
  recover(): Promise<boolean>;
}

export function useCover(): Cover {
  const [state, setState] = useState<State>('off');
  const latest = useRef(state);
  const reader = useRef<Element | null>(null);
  const waiting = useRef<((isBack: boolean) => void)[]>([]);

  const show = useCallback((next: State) => {
    // What is hidden loses the focus.
    if (latest.current === 'off') reader.current = document.activeElement;
    latest.current = next;
    setState(next);
    if (next === 'off') for (const goOn of waiting.current.splice(0)) goOn(true);
  }, []);

  useLayoutEffect(() => {
    if (state !== 'off') return;
    if (reader.current instanceof HTMLElement) reader.current.focus({ preventScroll: true });
    reader.current = null;
  }, [state]);

  return useMemo(
    () => ({
      state,
      show,
      lock() {
        if (latest.current !== 'off') return;
        show('box');
        const { token } = officeSession.get();
        officeSession.set({ token: '' });
        if (token) void send(endSessionCall, {}, { token }).catch(() => {});
      },
      async recover() {
        if (latest.current === 'box') return new Promise((resolve) => waiting.current.push(resolve));
        if (await rejoinOtherTabs()) return true;
        show('behind a dialog');
        return false;
      },
    }),
    [state, show],
  );
}

interface CoveredProps {
  cover: Cover;
  isAsking: boolean;
  signInAgain(): Promise<SignInOutcome>;
  mayLeave(dialogs: Dialogs): Promise<boolean>;
  leave(): void;
  children: ReactNode;
}

export function Covered({ cover, isAsking, signInAgain, mayLeave, leave, children }: CoveredProps) {
  const dialogs = useDialogs();
  const { state, show, lock } = cover;
  useEffect(() => watchIdle(lock), [lock]);
  useHiddenPage(state !== 'off');

  // Who has logged in again in another tab is let in here too.
  useEffect(() => {
    if (state !== 'box') return;
    const look = async () => document.hasFocus() && (await rejoinOtherTabs()) && show('off');
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [state, show]);

  async function goOn() {
    if ((await signInAgain()) !== 'given-up') return;
    show('behind a dialog');
    if (await mayLeave(dialogs)) leave();
    else show('box');
  }

  return (
    <>
      <div inert={state !== 'off'} className={state === 'off' ? undefined : styles.covered}>
        {children}
      </div>
      {state === 'box' && !isAsking && (
        <ModalBox
          title="画面を隠しています"
          onClose={null}
          buttons={[
            <Button key="go on" kind="primary" data-focus="" onClick={goOn}>
              ログインして続ける
            </Button>,
          ]}
        >
          <p>15分間操作がなかったか、ログインの有効期限が切れたため、画面の内容を隠しました。</p>
          <p>ログインすると、この画面の続きから操作できます。入力された内容は残っています。</p>
        </ModalBox>
      )}
    </>
  );
}

/** The rest of the page: its title, and sheets that lie beside the office for the printer (`styles/reset.css`). */
function useHiddenPage(isHidden: boolean): void {
  useEffect(() => {
    if (!isHidden) return;
    const { title } = document;
    document.title = 'ログイン | 健診予約システム 管理者';
    document.documentElement.dataset.covered = '';
    return () => {
      document.title = title;
      delete document.documentElement.dataset.covered;
    };
  }, [isHidden]);
}

/** Says when nobody has touched any of a person's tabs of the office for a while. */
const IDLE_MS = 15 * 60_000;
const LOOK_EVERY_MS = 5_000;
/** So often the other tabs hear that this one is in use. */
const SAY_EVERY_MS = 5_000;
const CHANNEL = 'office-activity';
const TOUCHES = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

const person = () => `${officeSession.get().institutionCode}/${officeSession.get().userId}`;

/** Calls `onIdle` each time it finds so; returns how to stop. */
function watchIdle(onIdle: () => void): () => void {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);
  let touchedAt = Date.now();
  let announcedAt = 0;
  const isOver = () => Date.now() - touchedAt >= IDLE_MS;
  const look = () => isOver() && onIdle();
  const touch = () => {
    // A machine that has slept wakes up by a touch: that comes too late.
    if (isOver()) return onIdle();
    touchedAt = Date.now();
    if (touchedAt - announcedAt < SAY_EVERY_MS) return;
    announcedAt = touchedAt;
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
