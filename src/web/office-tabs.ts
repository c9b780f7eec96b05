// The tabs of the back office know of each other: one that is opened while another is logged in is logged in too, and a
// log-out ends them all. Tokens go from tab to tab, and are kept nowhere but in the tabs themselves.
import { randomId } from './random-id.ts';
import { isOfficeUser, type OfficeSession, officeSession } from './session.ts';
import { beginRenewal, endRenewal } from './token-renewal.ts';

type Person = Pick<OfficeSession, 'userId' | 'institutionCode'>;

interface Answer {
  kind: 'answer';
  to: string;
  who: OfficeSession;
  isUnsaved: boolean;
}

/** The session goes on under another token, also in tabs that are logged in with the one before; `next` is empty where that came to nothing. */
type Renewal = { kind: 'renewing'; token: string } | { kind: 'renewed'; token: string; next: string };

type Message = Renewal | { kind: 'ask'; from: string } | Answer | { kind: 'out'; who: Person };

const CHANNEL = 'office-tabs';
/** A tab answers within a few milliseconds, unless the machine is very busy; nobody should look at an empty page for long. */
const FIRST_ANSWER_MS = 400;
const MORE_ANSWERS_MS = 60;

const isSame = (one: Person, other: Person) =>
  one.userId === other.userId && one.institutionCode === other.institutionCode;

/** Who a new tab is: the one whom all others agree on. Where they do not, whoever opened it has to say. */
export function agreedOn(people: readonly OfficeSession[]): OfficeSession | null {
  const [first] = people;
  return first && people.every((one) => isSame(one, first)) ? first : null;
}

function askOthers(): Promise<Answer[]> {
  if (typeof BroadcastChannel === 'undefined') return Promise.resolve([]);
  const channel = new BroadcastChannel(CHANNEL);
  const from = randomId();
  const answers: Answer[] = [];
  return new Promise((resolve) => {
    const finish = () => {
      channel.close();
      resolve(answers);
    };
    let timer = setTimeout(finish, FIRST_ANSWER_MS);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind !== 'answer' || data.to !== from) return;
      answers.push(data);
      clearTimeout(timer);
      timer = setTimeout(finish, MORE_ANSWERS_MS);
    };
    channel.postMessage({ kind: 'ask', from } satisfies Message);
  });
}

/** Logs a tab in as the others are; false where none is, or where they are different people. */
export async function joinOtherTabs(): Promise<boolean> {
  const found = agreedOn((await askOthers()).map(({ who }) => who));
  if (found) officeSession.set(found);
  return found !== null;
}

const dead = new Set<string>();

/** This tab's session is over; takes that of another tab in which the same person has logged in since. */
export async function rejoinOtherTabs(): Promise<boolean> {
  const own = officeSession.get();
  dead.add(own.token);
  const answers = await askOthers();
  const found = answers.find(({ who }) => isSame(who, own) && !dead.has(who.token));
  if (found) officeSession.set({ token: found.who.token });
  return found !== undefined;
}

export const othersHaveUnsaved = async (): Promise<boolean> =>
  (await askOthers()).some(({ who, isUnsaved }) => isUnsaved && isSame(who, officeSession.get()));

export function announce(message: Message): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

export function announceLogOut(): void {
  const { userId, institutionCode } = officeSession.get();
  announce({ kind: 'out', who: { userId, institutionCode } });
}

/** Answers other tabs for as long as this one shows the office; returns how to stop. */
export function listenToTabs({ hasUnsaved, onLogOut }: { hasUnsaved(): boolean; onLogOut(): void }): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const who = officeSession.get();
    if (data.kind === 'out' && isSame(data.who, who)) onLogOut();
    if (data.kind === 'renewing') beginRenewal(data.token);
    if (data.kind === 'renewed') endRenewal(data.token, data.next);
    if (data.kind !== 'ask' || !isOfficeUser(officeSession.get()) || dead.has(who.token)) return;
    channel.postMessage({ kind: 'answer', to: data.from, who, isUnsaved: hasUnsaved() } satisfies Message);
  };
  return () => channel.close();
}
