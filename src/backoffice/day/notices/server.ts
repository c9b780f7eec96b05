// Notices to the people of many reservations: drafted, sent, listed, and whom of them somebody has telephoned.
import { type Handler, handle } from '#server/service.ts';
import { listNotices, markCalled, openNotice, openNoticeDraft, sendNotice } from './contract.ts';
import { readNotice, readNotices } from './server-detail.ts';
import { openDraft } from './server-draft.ts';
import { mark } from './server-mark.ts';
import { send } from './server-send.ts';

export const noticeHandlers: Handler[] = [
  handle(openNoticeDraft, openDraft),

  handle(sendNotice, send),

  handle(listNotices, async (db, who) => ({ notices: await readNotices(db, who) })),

  handle(openNotice, async (db, who, { noticeId, version }) => {
    const notice = await readNotice(db, who, noticeId, version);
    if (notice) who.trace.details = { note: '一斉連絡', count: notice.mails.length + notice.calls.length };
    else who.trace.isUnlogged = true;
    return { isSame: notice === null, notice };
  }),

  handle(markCalled, mark),
];
