// Books what the page holds: checked, raised where the clerk means it, sent once, and reported.
import { createElement, useState } from 'react';
import { scanReception } from '#backoffice/shared/contract-reception.ts';
import { formatOfficeDay, formatYen } from '#domain/calendar/japanese-dates.ts';
import { namesOf } from '#web/names-of.ts';
import { randomId } from '#web/random-id.ts';
import { makeRequestIds } from '#web/request-ids.ts';
import { offerResend } from '#web/resend.ts';
import { type CallFailed, send } from '#web/send.ts';
import type { DialogButton } from '#web/ui/dialog-box.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { type Checked, useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { type Booked, DonePanel } from '../done-panel.tsx';
import { RaiseList, raiseRows, raiseSentence } from '../raise-list.tsx';
import { type Booking, findUnchosen, makeBooking, placed, SENTENCES } from './booking.ts';
import { callerForm, FOLDED, type Opening } from './caller-form.ts';
import type { Frame } from './choices.ts';
import { reserveByPhone } from './contract.ts';
import type { PhoneBookingState } from './use-phone-booking-state.ts';

const NOT_KNOWN =
  '予約が完了したかどうかを確認できませんでした。もう一度送信しても、二重に予約されることはありません。';

interface ReserveHandlers {
  onOpen(number: number): void;
  onSlip(number: number): void;
  onLabels(number: number): void;
  onNext(): void;
  /** The reservation that is changed may be another by now. */
  onStale(): void;
  /** Something behind the fold is wrong. */
  onUnfold(): void;
}

interface Ready {
  booking: Omit<Booking, 'requestId'>;
  /** Of the full slot that is to be raised. */
  frames: readonly Frame[];
}

/** Whoever comes today may be here already. */
export function doneButtons(isAwaited: boolean): DialogButton[] {
  return [
    { label: '受診票', kind: 'secondary', answer: 'slip' },
    { label: 'ラベル', kind: 'secondary', answer: 'labels' },
    { label: '詳細を開く', kind: 'secondary', answer: 'detail' },
    { label: '次の電話へ', kind: isAwaited ? 'secondary' : 'primary', answer: 'next', focus: !isAwaited },
    ...(isAwaited ? [{ label: '来院にする', kind: 'primary', answer: 'receive', focus: true } as const] : []),
  ];
}

export function useReserve(opening: Opening, state: PhoneBookingState, handlers: ReserveHandlers) {
  const dialogs = useDialogs();
  const { isBusy, save } = useSave();
  const [isBooked, setBooked] = useState(false);
  const [wasTried, setTried] = useState(false);
  const [requestIdFor] = useState(() => makeRequestIds(randomId));
  const { form, choices, course, options, visit, total, mail, categories } = state;
  const name = `${form.draft.familyName} ${form.draft.givenName}`.trim();
  const when = visit ? `${formatOfficeDay(visit.date)}${visit.slot?.startTime ?? ''}` : '';
  const amount = state.offer.data?.pricesShown && total ? formatYen(total.payable) : null;

  function check(): Checked<Ready> {
    setTried(true);
    mail.onLeaveMail();
    const reading = form.submit();
    const unchosen = findUnchosen({
      choices: { ...choices, visit },
      course,
      hasCategories: categories.length > 0,
      isPageOpen: mail.owner?.owner === 'other' && mail.theirPage === null,
    });
    if (!reading.ok && reading.problems.some(({ field }) => FOLDED.some((folded) => folded === field)))
      handlers.onUnfold();
    if (!reading.ok || unchosen.length > 0 || !course || !total) {
      return { ok: false, problems: [...(reading.ok ? [] : reading.problems), ...unchosen.map(placed)] };
    }
    const { frames } = state;
    const booking = makeBooking({
      caller: reading.value,
      choices: { ...choices, visit },
      course,
      options,
      total: total.sum,
      sendMail: mail.sendMail,
      onTheirPage: mail.owner?.owner === 'other' ? mail.theirPage : null,
      raised: frames,
      replaces: opening.replaces,
      version: opening.version,
    });
    return { ok: true, value: { booking, frames } };
  }

  const askToRaise = async ({ frames }: Ready) =>
    frames.length === 0 ||
    dialogs.confirm(raiseSentence(frames, '予約'), {
      title: '枠を増やして予約',
      details: createElement(RaiseList, {
        rows: raiseRows(frames, visit?.slot?.startTime ?? ''),
        summary: [`${name} 様`, course?.name, amount].filter(Boolean).join('　'),
      }),
      ok: '枠を増やして予約する',
    });

  async function showBooked(reply: Reply<typeof reserveByPhone>, { booking }: Ready) {
    setBooked(true);
    const isChange = opening.replaces > 0;
    const booked: Booked = {
      number: reply.number,
      name,
      when: visit?.slot?.startTime ? `${when} 受付` : when,
      course: [course?.name ?? '', ...options.map((option) => option.name)].join('・'),
      amount,
      mail: booking.mail,
      mailKinds: reply.mailKinds,
    };
    const date = booking.visitDate;
    const show = (lead: string, isAwaited: boolean) =>
      dialogs.show({
        title: '電話予約',
        tone: 'done',
        lead,
        details: createElement(DonePanel, { booked }),
        buttons: doneButtons(isAwaited),
      });
    const lead = isChange ? '予約を変更しました。' : '予約しました。';
    let answer = await show(lead, date === state.today);
    while (answer === 'receive') {
      let time = '';
      await dialogs.attempt(async () => {
        const { rows } = await send(scanReception, { date, number: reply.number });
        time = rows.find(({ number }) => number === reply.number)?.receivedTime ?? '';
      });
      answer = await show(time ? `${time} 来院` : lead, time === '');
    }
    // Closed by Esc, too: what was booked must not stand there to be booked once more.
    if (answer === 'detail') handlers.onOpen(reply.number);
    else if (answer === 'slip') handlers.onSlip(reply.number);
    else if (answer === 'labels') handlers.onLabels(reply.number);
    else handlers.onNext();
  }

  /** What the server says of a field leads to it, as far as the page knows which it is. */
  const place = (sentence: string) => {
    const chosen = namesOf(SENTENCES).find((one) => SENTENCES[one] === sentence);
    if (chosen) return placed(chosen);
    const typed = namesOf(callerForm.fields).find((one) => sentence.startsWith(callerForm.fields[one].label));
    return typed ? { field: typed, sentence, inputId: form.bind(typed).id } : sentence;
  };

  function showRefusal(failure: CallFailed) {
    // What is left, and what it costs, may be other than what was shown; all that was typed and chosen stays.
    state.reload();
    if (opening.replaces > 0 && failure.is('Stale')) handlers.onStale();
    const problems = failure.sentences.map(place);
    const isEntry = failure.is('Invalid') || problems.some((problem) => typeof problem !== 'string');
    if (isEntry) return dialogs.inputError(problems);
    const [lead = '', ...more] = failure.sentences;
    const title = opening.replaces > 0 ? '変更できません' : '予約できません';
    const messages = more.map((sentence) => ({ sentence }));
    return dialogs.show({ title, tone: 'wrong', lead, messages });
  }

  const submit = () =>
    save(check, {
      ask: askToRaise,
      progress: { title: '電話予約', sentence: '予約しています。' },
      send: ({ booking }) => send(reserveByPhone, { ...booking, requestId: requestIdFor(booking) }),
      done: showBooked,
      refused: showRefusal,
      failed: offerResend(dialogs, NOT_KNOWN),
    });

  return { submit, isBusy, isBooked, wasTried, name, when, amount };
}
