// Coming in by an institution's top page: whoever was here before is gone from the tab.
import { firstAnswer } from '#web/first-answers.ts';
import { examineeSession } from '#web/session.ts';
import { signOut } from '#web/sign-out.ts';
import type { Reply } from '#wire/call.ts';
import { messageForExaminees, openTop } from './contract.ts';

export function enter({ institutionCode, ...institution }: Reply<typeof openTop>): void {
  examineeSession.clear();
  examineeSession.set({ auth: { ...examineeSession.get().auth, institutionCode }, institution });
}

/** What came along with the document; null where that was about something else, or told nothing. */
export function firstTop(routeParam: string) {
  const found = firstAnswer(openTop, { routeParam });
  const { institutionCode = '' } = found ?? {};
  return found && { found, message: firstAnswer(messageForExaminees, { institutionCode })?.message ?? '' };
}

/** Before the screen is drawn for the first time, so that nothing of it has to move. */
export function enterAtOnce(routeParam: string): null {
  const first = firstTop(routeParam);
  if (first) {
    // The tab has forgotten the person when this returns; the server is told meanwhile.
    void signOut('examinee');
    enter(first.found);
  }
  return null;
}
