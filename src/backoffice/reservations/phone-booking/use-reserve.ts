// Books what the page holds: checked, raised where the clerk means it, sent once, and reported.
import { createElement, useState } from 'react';
import { useNavigate } from 'react-router';
import { scanReception } from '#backoffice/shared/contract-reception.ts';
import { openLabelsOf, openSlipsOf } from '#backoffice/shared/open-screens.ts';
import { setResultContext } from '#backoffice/shared/reservation-link.tsx';
import { formatOfficeDay, formatYen } from '#domain/calendar/japanese-dates.ts';
import { OFFICE, reservationAt } from '#web/addresses.ts';
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
import { askToRaise, showRefused } from '../raise-list.tsx';
import { type Booking, findUnchosen, makeBooking, placed, SENTENCES } from './booking.ts';
import { fold } from './caller-column.tsx';
import { callerForm, FOLDED } from './caller-form.ts';
import { reserveByPhone } from './contract.ts';
import type { PhoneBookingState } from './use-phone-booking-state.ts';

const NOT_KNOWN =
  '予約が完了したかどうかを確認できませんでした。もう一度送信しても、二重に予約されることはありません。';

type Ready = Omit<Booking, 'requestId'>;

export function doneButtons(isAwaited: boolean): DialogButton[] {
  return [
    { label: '受診票', kind: 'secondary', answer: 'slip' },
    { label: 'ラベル', kind: 'secondary', answer: 'labels' },
    { label: '詳細を開く', kind: 'secondary', answer: 'detail' },
    { label: '次の電話へ', kind: isAwaited ? 'secondary' : 'primary', answer: 'next', focus: !isAwaited },
    ...(isAwaited ? [{ label: '来院にする', kind: 'primary', answer: 'receive', focus: true } as const] : []),
  ];
}

/** `onStale`: the reservation that is changed may be another by now. */
export function useReserve(state: PhoneBookingState, { onNext, onStale }: { onNext(): void; onStale(): void }) {
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const { isBusy, save } = useSave();
  const [isBooked, setBooked] = useState(false);
  const [wasTried, setTried] = useState(false);
  const [requestIdFor] = useState(() => makeRequestIds(randomId));
  const { form, course, options, visit, total, mail, frames, opening } = state;
  const { replaces, version } = opening;
  const choices = { ...state.choices, visit };
  const isChange = replaces > 0;
  const name = `${form.draft.familyName} ${form.draft.givenName}`.trim();
  const startTime = visit?.slot?.startTime ?? '';
  const when = visit ? `${formatOfficeDay(visit.date)}${startTime}` : '';
  const amount = state.offer.data?.pricesShown && total ? formatYen(total.payable) : null;

  function check(): Checked<Ready> {
    setTried(true);
    mail.onLeaveMail();
    const reading = form.submit();
    const problems = reading.ok ? [] : reading.problems;
    const isOthers = mail.owner?.owner === 'other';
    const isPageOpen = isOthers && mail.theirPage === null;
    const unchosen = findUnchosen({ choices, course, hasCategories: state.categories.length > 0, isPageOpen });
    if (problems.some(({ field }) => FOLDED.some((folded) => folded === field))) fold.set(true);
    if (!reading.ok || unchosen.length > 0 || !course || !total) {
      return { ok: false, problems: [...problems, ...unchosen.map(placed)] };
    }
    const onTheirPage = isOthers ? mail.theirPage : null;
    const chosen = { caller: reading.value, choices, course, options, total: total.sum, raised: frames };
    const booking = makeBooking({ ...chosen, sendMail: mail.sendMail, onTheirPage, replaces, version });
    return { ok: true, value: booking };
  }

  async function showBooked({ number, mailKinds }: Reply<typeof reserveByPhone>, booking: Ready) {
    setBooked(true);
    const booked: Booked = {
      number,
      name,
      when: startTime ? `${when} 受付` : when,
      course: [course?.name ?? '', ...options.map((option) => option.name)].join('・'),
      amount,
      mail: booking.mail,
      mailKinds,
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
        const { rows } = await send(scanReception, { date, number });
        time = rows.find((row) => row.number === number)?.receivedTime ?? '';
      });
      answer = await show(time ? `${time} 来院` : lead, time === '');
    }
    if (answer === 'detail') {
      setResultContext({ numbers: [number] });
      navigate(reservationAt(number));
    } else if (answer === 'slip') {
      openSlipsOf([number], OFFICE.phoneBooking);
      navigate(OFFICE.slips);
    } else if (answer === 'labels') {
      openLabelsOf([number], OFFICE.phoneBooking);
      navigate(OFFICE.labels);
    } else {
      // Closed by Esc, too: what was booked must not stand there to be booked once more.
      onNext();
    }
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
    if (isChange && failure.is('Stale')) onStale();
    const problems = failure.sentences.map(place);
    const isEntry = failure.is('Invalid') || problems.some((problem) => typeof problem !== 'string');
    if (isEntry) return dialogs.inputError(problems);
    return showRefused(dialogs, isChange ? '変更できません' : '予約できません', failure.sentences);
  }

  const submit = () =>
    save(check, {
      ask: () =>
        askToRaise(dialogs, '予約', frames, startTime, [`${name} 様`, course?.name, amount].filter(Boolean).join('　')),
      progress: { title: '電話予約', sentence: '予約しています。' },
      send: (booking) => send(reserveByPhone, { ...booking, requestId: requestIdFor(booking) }),
      done: showBooked,
      refused: showRefusal,
      failed: offerResend(dialogs, NOT_KNOWN),
    });

  return { submit, isBusy, isBooked, wasTried, name, when, amount };
}
