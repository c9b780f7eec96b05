// Coming in by an institution's top page: whoever was here before is gone from the tab.
import { initialAnswer } from '#web/initial-data.ts';
import { examineeSession } from '#web/session.ts';
import { signOut } from '#web/sign-out.ts';
import type { Reply } from '#wire/call.ts';
import { messageForExaminees, openTop } from './contract.ts';

export function enterInstitution({ institutionCode, ...institution }: Reply<typeof openTop>): void {
  examineeSession.clear();
  examineeSession.set({ auth: { ...examineeSession.get().auth, institutionCode }, institution });
}

/** What came along with the document; null where that was about something else, or held nothing. */
export function initialTop(routeParam: string) {
  const found = initialAnswer(openTop, { routeParam });
  const { institutionCode = '' } = found ?? {};
  return found && { found, message: initialAnswer(messageForExaminees, { institutionCode })?.message ?? '' };
}

/** Before the screen is drawn for the first time, so that nothing of it has to move. */
export function enterFromInitialData(routeParam: string): null {
  const first = initialTop(routeParam);
  if (first) {
    // The tab has forgotten the person when this returns; the server learns it meanwhile.
    void signOut('examinee');
    enterInstitution(first.found);
  }
  return null;
}
