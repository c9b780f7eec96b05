// The way back to the guide through the first day, for who has come from there.
import { officeSession, select } from '../session.ts';
import { LinkButton } from '../ui/button.tsx';

/** Where the guide was, until TOP is opened. */
const CHOICE = 'firstDay';

export const leaveGuide = (path: string) => select(CHOICE, path);
export const forgetGuide = () => select(CHOICE, undefined);

export function BackToGuide() {
  const path = officeSession.use().selected[CHOICE];
  return typeof path === 'string' ? <LinkButton to={path}>はじめての設定に戻る</LinkButton> : null;
}
