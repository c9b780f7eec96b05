// Opens a new notice from another screen: to the people of chosen reservations, or of frames on days that were closed or lowered.
import { useNavigate } from 'react-router';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { NoticeText } from '#domain/mail/notice-texts.ts';
import { OFFICE } from './addresses.ts';
import { NOT_SENT } from './request-ids.ts';
import { createStore } from './store.ts';
import { useDialogs } from './ui/dialogs.tsx';

/** A frame on a day at a time; 0000 and ZZ = any. */
interface NoticeCell {
  date: PlainDate;
  frameCode: string;
  slotCode: string;
}

export interface WantedNotice {
  numbers: readonly number[];
  cells: readonly NoticeCell[];
  /** The built-in text that it begins with. */
  text: NoticeText;
  from: string;
}

const NOTHING_WANTED: WantedNotice = { numbers: [], cells: [], text: 'free', from: '' };

/** Named below the office's session, so that it goes with the log-out. */
export const wantedNotice = createStore<WantedNotice>('office/notice', NOTHING_WANTED);

/** A built-in text, or that of the notice before. */
export type Pattern = NoticeText | 'last';

export interface WrittenText {
  subject: string;
  body: string;
}

/** What is written so far. It goes with what it is for. */
export const noticeDraft = createStore('office/notice/draft', {
  /** The one that is shown; null = that with which it begins. */
  pattern: null as Pattern | null,
  /** What was written over each of them: whoever looks at another text finds their own again. */
  texts: {} as Readonly<Partial<Record<Pattern, WrittenText>>>,
  leftOut: [] as readonly number[],
  /** Those who get a mail and are telephoned as well. */
  calledToo: [] as readonly number[],
  /** What was sent last, whose answer may have been lost, and the people as they were seen then: it is sent again as it was. */
  sent: NOT_SENT,
  seen: [] as readonly { number: number; version: string; isCalledToo: boolean }[],
});

export const hasRecipients = ({ numbers, cells }: WantedNotice) => numbers.length + cells.length > 0;

/** Whether somebody has put work into it, or sent it and not heard what became of it. */
export function isNoticeBegun(): boolean {
  const { texts, leftOut, calledToo, sent } = noticeDraft.get();
  const isBegun = Object.keys(texts).length + leftOut.length + calledToo.length > 0 || sent.id !== '';
  return hasRecipients(wantedNotice.get()) && isBegun;
}

const isSame = (one: WantedNotice, other: WantedNotice) =>
  JSON.stringify([one.numbers, one.cells]) === JSON.stringify([other.numbers, other.cells]);

/** False where the person would rather keep what they have begun to write to others. */
export function useOpenNotice() {
  const dialogs = useDialogs();
  const navigate = useNavigate();
  return async (given: Partial<WantedNotice> & Pick<WantedNotice, 'from'>): Promise<boolean> => {
    const wanted: WantedNotice = { ...NOTHING_WANTED, ...given };
    if (!isSame(wanted, wantedNotice.get())) {
      const isMeant =
        !isNoticeBegun() ||
        (await dialogs.confirm('書きかけの連絡があります。', {
          title: '一斉連絡',
          details: '新しい連絡を作ると、書きかけの内容は失われます。書きかけの連絡は「一斉連絡」の一覧から開けます。',
          ok: '新しく作る',
          danger: true,
        }));
      if (!isMeant) return false;
      wantedNotice.clear();
    }
    wantedNotice.set(wanted);
    navigate(OFFICE.newNotice);
    return true;
  };
}
