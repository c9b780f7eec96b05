// The way back to the guide through the first day, for who has come from there.
import { officeSession, select } from '#web/session.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** Where the guide was, until TOP is opened. */
const CHOICE = 'firstDay';

export const leaveGuide = (path: string) => select(CHOICE, path);
export const forgetGuide = () => select(CHOICE, undefined);

export function useGuidePath(): string | null {
  const path = officeSession.use().selected[CHOICE];
  return typeof path === 'string' ? path : null;
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
