// A page that is opened by a link of a mail is a tab of its own: it asks the tabs of the same browser who is logged in there.
import { randomId } from '#web/random-id.ts';
import { type ExamineeSession, examineeSession, isExaminee } from '#web/session.ts';

type Message = { kind: 'ask'; from: string } | { kind: 'answer'; to: string; session: ExamineeSession };

const CHANNEL = 'examinee-tabs';
/** A tab answers within a few milliseconds; nobody should look at an empty page for long. */
const ANSWER_MS = 400;

/** This tab's session, or else those of the others. */
export function findSessions(): Promise<ExamineeSession[]> {
  const found = [examineeSession.get()].filter(isExaminee);
  if (found.length > 0 || typeof BroadcastChannel === 'undefined') return Promise.resolve(found);
  const channel = new BroadcastChannel(CHANNEL);
  const from = randomId();
  return new Promise((resolve) => {
    const finish = () => {
      channel.close();
      resolve(found);
    };
    setTimeout(finish, ANSWER_MS);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'answer' && data.to === from) found.push(data.session);
    };
    channel.postMessage({ kind: 'ask', from } satisfies Message);
  });
}

/** For as long as the page is there. */
export function answerTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const session = examineeSession.get();
    if (data.kind !== 'ask' || !isExaminee(session)) return;
    channel.postMessage({ kind: 'answer', to: data.from, session } satisfies Message);
  };
}
