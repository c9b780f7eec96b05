// The way back to the guide through the first day, for who has come from there.
import { createStore } from '#web/store.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** Where the guide was, until TOP is opened. Named below the office's session, so that it goes with the log-out. */
const guide = createStore<{ path: string | null }>('office/first-day', { path: null });

export const leaveGuide = (path: string) => guide.set({ path });
export const forgetGuide = () => guide.set({ path: null });

export function useGuidePath(): string | null {
  return guide.use().path;
}

/** The filled button where something is done, which is what one had come for. */
export function BackToGuide({ kind = 'secondary' }: { kind?: 'primary' | 'secondary' }) {
  const path = useGuidePath();
  return path === null ? null : (
    <LinkButton to={path} kind={kind}>
      はじめての設定に戻る
    </LinkButton>
  );
}
