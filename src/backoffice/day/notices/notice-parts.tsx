// What the screens of notices share: what they are called, how one is begun, and what the answer to the last one reported.
import { OFFICE } from '#web/addresses.ts';
import { createStore } from '#web/store.ts';
import { Link } from '#web/ui/link.tsx';
import { Notice } from '#web/ui/notice.tsx';

export const TITLE = '一斉連絡';

export const CRUMBS = ['予約管理', { label: TITLE, to: OFFICE.notices }];

/** People are chosen elsewhere. */
export const HowToBegin = () => (
  <Notice>
    新しく送るときは、<Link to={OFFICE.extraction}>受診者抽出</Link>で予約を選び「一斉連絡」を押してください。
  </Notice>
);

interface SentNotice {
  noticeId: string;
  mailCount: number;
  phoneCount: number;
  skipped: readonly { number: number; name: string; sentence: string }[];
}

/** Shown with the notice, also after a reload. */
export const sentNotice = createStore<SentNotice>('office/sent-notice', {
  noticeId: '',
  mailCount: 0,
  phoneCount: 0,
  skipped: [],
});
