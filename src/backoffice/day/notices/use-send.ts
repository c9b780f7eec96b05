// Sends a notice: checked, asked about, sent once however often it is pressed, and reported. One whose answer was lost goes again as it
// was, whoever has cancelled or come since: nobody gets it twice.
import { useNavigate } from 'react-router';
import { noticeAt } from '#web/addresses.ts';
import { noticeDraft, type WrittenText, wantedNotice } from '#web/open-notice.ts';
import { randomId } from '#web/random-id.ts';
import { makeRequestIds, NOT_SENT } from '#web/request-ids.ts';
import { offerResend } from '#web/resend.ts';
import { type CallFailed, send } from '#web/send.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { type Checked, deliver, type Saving, useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { type Draft, NOBODY_CHOSEN, type Recipient, sendNotice } from './contract.ts';
import { sentNotice, TITLE } from './notice-parts.tsx';
import { askSentence, countChosen, type Written } from './use-written.ts';

/** Outlives the page: what was sent before a reload goes under the same id afterwards. */
const requestIdFor = makeRequestIds(randomId, {
  get: () => noticeDraft.get().sent,
  set: (sent) => noticeDraft.set({ sent }),
});

interface Content extends WrittenText {
  source: string;
  chosen: readonly Pick<Recipient, 'number' | 'version'>[];
  /** Known by these and not by the chosen: who is there changes by itself, who is left out only by hand. */
  leftOut: ReadonlySet<number>;
  /** Of those with a mail, who is telephoned as well. */
  calledToo: ReadonlySet<number>;
}

const sorted = (numbers: ReadonlySet<number>) => [...numbers].sort((one, other) => one - other);

export function requestOf({ subject, body, source, chosen, leftOut, calledToo }: Content) {
  const before = noticeDraft.get().sent.id;
  const requestId = requestIdFor({ subject, body, source, leftOut: sorted(leftOut), calledToo: sorted(calledToo) });
  if (requestId !== before) {
    noticeDraft.set({
      seen: chosen.map(({ number, version }) => ({ number, version, isCalledToo: calledToo.has(number) })),
    });
  }
  return { seen: [...noticeDraft.get().seen], subject, body, source, requestId };
}

export function comeSince(chosen: readonly Recipient[]): Recipient[] {
  const sent = new Set(noticeDraft.get().seen.map(({ number }) => number));
  return chosen.filter(({ number }) => !sent.has(number));
}

const NOT_KNOWN = '送信できたかどうかを確認できませんでした。もう一度送信しても、二重に届くことはありません。';
const COME_SINCE = '最初の送信のあとに加わった方です。';

/** The box that chooses all: who has chosen nobody is led there. */
export const CHOOSE_ALL = 'notice-choose-all';

interface Ready extends WrittenText {
  /** That some of them were sent a notice a moment ago was read, and it is meant. */
  isRepeat: boolean;
  chosen: readonly Recipient[];
}

interface Sending {
  draft: Draft;
  written: Written;
  /** What the people are, is other than what was shown. */
  onRefused(): void;
}

export function useSend({ draft, written, onRefused }: Sending) {
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const { isBusy, save } = useSave();
  const { recipients, source } = draft;
  const { form, leftOut, calledToo } = written;

  function check(): Checked<Ready> {
    const reading = form.submit();
    const chosen = recipients.filter(({ number }) => !leftOut.has(number));
    const nobody = { field: 'seen', sentence: NOBODY_CHOSEN, inputId: CHOOSE_ALL };
    if (reading.ok && chosen.length > 0) return { ok: true, value: { ...reading.value, chosen, isRepeat: false } };
    return { ok: false, problems: [...(chosen.length > 0 ? [] : [nobody]), ...(reading.ok ? [] : reading.problems)] };
  }

  function ask() {
    const counts = countChosen(recipients, leftOut, calledToo);
    const isBoth = counts.mail > 0 && counts.phone > 0;
    return dialogs.confirm(askSentence(counts), {
      title: TITLE,
      details: isBoth ? askSentence({ ...counts, mail: 0 }) : undefined,
      ok: counts.mail > 0 ? '送信する' : '一覧に入れる',
    });
  }

  const sendIt = ({ isRepeat, ...ready }: Ready) =>
    send(sendNotice, { ...requestOf({ ...ready, source, leftOut, calledToo }), isRepeat });

  function showSent({ noticeId, mailCount, phoneCount, skipped }: Reply<typeof sendNotice>, { chosen }: Ready) {
    const nameOf = (number: number) => recipients.find((one) => one.number === number)?.name ?? '';
    sentNotice.set({
      noticeId,
      mailCount,
      phoneCount,
      skipped: [
        ...skipped.map((one) => ({ ...one, name: nameOf(one.number) })),
        ...comeSince(chosen).map(({ number, name }) => ({ number, name, sentence: COME_SINCE })),
      ],
    });
    wantedNotice.clear();
    // In the place of what was written, which would come back empty.
    navigate(noticeAt(noticeId), { replace: true });
  }

  async function showRefusal(refusal: CallFailed, ready: Ready) {
    // Nothing was done under that id.
    noticeDraft.set({ sent: NOT_SENT });
    const { sentences } = refusal;
    if (!refusal.is('Repeated')) {
      await dialogs.inputError(sentences);
      return onRefused();
    }
    const isMeant = await dialogs.confirm('もう一度送りますか？', { title: TITLE, details: sentences.join('\n') });
    if (isMeant) await deliver(dialogs, { ...ready, isRepeat: true }, saving);
  }

  const saving: Saving<Ready, Reply<typeof sendNotice>> = {
    ask,
    progress: { title: TITLE, sentence: '送信しています。' },
    send: sendIt,
    done: showSent,
    refused: showRefusal,
    failed: offerResend(dialogs, NOT_KNOWN),
  };

  return { submit: () => save(check, saving), isBusy };
}
