// What the answer to a notice reported: shown with it, also after a reload.
import { createStore } from '#web/store.ts';

interface SentNotice {
  noticeId: string;
  mailCount: number;
  phoneCount: number;
  skipped: readonly { number: number; name: string; sentence: string }[];
}

/** Named below the office's session, so that it goes with the log-out. */
export const sentNotice = createStore<SentNotice>('office/sent-notice', {
  noticeId: '',
  mailCount: 0,
  phoneCount: 0,
  skipped: [],
});
