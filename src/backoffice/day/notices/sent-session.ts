// What the answer to a notice reported: shown with it, also after a reload.
import { createStore } from '#web/store.ts';

interface SentNotice {
  noticeId: string;
  mailCount: number;
  phoneCount: number;
  skipped: readonly { number: number; name: string; sentence: string }[];
}

export const sentNotice = createStore<SentNotice>('office/sent-notice', {
  noticeId: '',
  mailCount: 0,
  phoneCount: 0,
  skipped: [],
});
