// From an address that does not exist: to where the tab has been, in either wing.
import { examineeSession, isExaminee, isOfficeUser, officeSession } from '#web/session.ts';
import { HOME, myPage, top } from './addresses.ts';

export function exitLinks() {
  const session = examineeSession.get();
  const { name, routeParam } = session.institution;
  return [
    ...(isOfficeUser(officeSession.get()) ? [{ label: '予約状況照会へ', to: HOME }] : []),
    ...(isExaminee(session) ? [{ label: 'マイページへ', to: myPage }] : []),
    ...(routeParam ? [{ label: `${name}のトップへ`, to: top(routeParam) }] : []),
  ];
}
