// Opens a new notice from another screen: to the people of chosen reservations, or of frames on days that were closed or lowered.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { createStore } from '#web/store.ts';

/** The built-in text that it begins with. */
export type NoticeText = 'machine' | 'closed' | 'noShow' | 'free';

/** A frame on a day at a time; 0000 and ZZ = any. */
export interface NoticeCell {
  date: PlainDate;
  frameCode: string;
  slotCode: string;
}

interface WantedNotice {
  numbers: readonly number[];
  cells: readonly NoticeCell[];
  text: NoticeText;
  /** Where one goes back to. */
  from: string;
}

/** Named below the office's session, so that it goes with the log-out. */
export const wantedNotice = createStore<WantedNotice>('office/notice', {
  numbers: [],
  cells: [],
  text: 'free',
  from: '',
});

/** To be called before going to the new notice. */
export const openNoticeTo = (wanted: Partial<WantedNotice> & { from: string }) =>
  wantedNotice.set({ numbers: [], cells: [], text: 'free', ...wanted });
