// Books what was confirmed: asks once more, sends it by the call of its kind, and shows what was refused and what mends it.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { examineeUserId } from '#account/contract.ts';
import type { BookingResult } from '#examinee/booking-session.ts';
import { enterMyPage } from '#examinee/log-in.ts';
import { STEPS } from '#web/addresses.ts';
import { offerResend } from '#web/resend.ts';
import { type CallFailed, send } from '#web/send.ts';
import { examineeSession } from '#web/session.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { changeReservation, type preview, reserveAsGuest, reserveLoggedIn } from '../contract-reserve.ts';
import type { EntryValue } from '../entry-values.ts';
import { clientCodeOf, type FlowAt, finishBooking, forgetRefused, kindOf, requestIdFor } from '../flow.ts';
import { redoWord, useRedo } from '../refusal-panel.tsx';

const LOG_IN_WAIT = 10_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export type Preview = Reply<typeof preview>;

function draftOf(flow: FlowAt<'confirm'>, entry: EntryValue, shown: Preview) {
  const { course, visit } = flow;
  return {
    ...entry,
    clientCode: clientCodeOf(flow),
    sexAtSteps: entry.sex,
    fiscalYear: course.fiscalYear,
    ageAtSteps: shown.age,
    categoryAtSteps: entry.categoryCode,
    age: shown.age,
    courseCode: shown.course.courseCode,
    conditionCode: shown.course.conditionCode,
    options: shown.options.map(({ groupCode, optionCode, conditionCode }) => ({
      groupCode,
      optionCode,
      conditionCode,
    })),
    visitDate: visit.date,
    slotCode: visit.slotCode,
    consent: flow.entry.consent,
    total: shown.total,
  };
}

type Booked = Pick<Reply<typeof reserveAsGuest>, 'number' | 'method' | 'firstNumber' | 'sequence'>;

/** Afterwards the session holds the result and nothing of what led to it; a guest's new account is logged in. */
async function submitBooking(flow: FlowAt<'confirm'>, entry: EntryValue, shown: Preview): Promise<void> {
  const { origin, changes } = kindOf(flow);
  const content = draftOf(flow, entry, shown);
  const draft = { ...content, requestId: requestIdFor(JSON.stringify([origin, changes, content])) };
  const { institutionCode } = flow.auth;
  const finish = ({ number, method, firstNumber, sequence }: Booked, account: BookingResult['account']) =>
    finishBooking({
      number,
      firstNumber,
      sequence,
      desired: method === 'desired',
      visit: { ...flow.visit, startTime: shown.startTime },
      courseName: shown.course.name,
      courseDuration: shown.course.duration,
      replaced: changes ?? null,
      account,
    });

  if (origin !== 'guest') {
    const booked =
      changes === undefined
        ? await send(reserveLoggedIn, draft)
        : await send(changeReservation, { ...draft, replaces: changes });
    const { auth } = examineeSession.get();
    examineeSession.set({ auth: { ...auth, userId: booked.userId }, personName: booked.name });
    return finish(booked, null);
  }

  const booked = await send(reserveAsGuest, { institutionCode, ...draft });
  const { firstPassword, passwordLimit, userId } = booked;
  const mail = userId.slice(examineeUserId(institutionCode, '').length);
  finish(booked, { mail, firstPassword, passwordLimit });
  // Somebody whom a partner has handed over has a token, but was nobody yet.
  if (examineeSession.get().auth.userId) return;
  // The booking is made, whatever becomes of the log-in, or how long it takes: the result shows it, and offers the log-in.
  await Promise.race([enterMyPage(userId, firstPassword).catch(() => false), wait(LOG_IN_WAIT)]);
}

const NOT_KNOWN =
  '予約が完了したかどうかを確認できませんでした。もう一度送信しても、二重に予約されることはありません。';

interface Confirmed {
  flow: FlowAt<'confirm'>;
  entry: EntryValue;
  /** Shows again what holds, where that alone has changed. */
  reload(): void;
}

export function useConfirmation({ flow, entry, reload }: Confirmed) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const redo = useRedo();
  const { act } = useSave();
  const [refused, setRefused] = useState<CallFailed | null>(null);

  async function askToLogIn(why: CallFailed) {
    const wording = { title: 'ログインのお願い', tone: undefined, ok: 'ログインして予約を続ける', cancel: '閉じる' };
    if (await dialogs.confirm(why.sentences[0] ?? '', wording)) redo(why, 'confirm');
  }

  async function showRefusal(why: CallFailed) {
    forgetRefused(why);
    if (why.is('Registered')) return askToLogIn(why);
    setRefused(why);
    if (why.mending === 'confirm') reload();
    const word = why.mending !== 'confirm' && redoWord(why);
    const answer = await dialogs.show({
      title: '入力エラー',
      tone: 'wrong',
      lead: '入力エラーです。',
      line: '以下の内容をもう一度ご確認ください',
      messages: why.sentences.map((sentence) => ({ sentence })),
      buttons: [
        { label: '閉じる', kind: word ? 'quiet' : 'primary', answer: 'close', focus: !word },
        ...(word ? [{ label: word, kind: 'primary' as const, answer: 'redo', focus: true }] : []),
      ],
    });
    if (answer === 'redo') redo(why, 'confirm');
  }

  const confirm = (shown: Preview) =>
    act({
      ask: () => dialogs.confirm('この内容で予約しますか？', { title: '予約確認', ok: '送信', cancel: '閉じる' }),
      progress: { title: '予約中', sentence: '予約中です。' },
      send: () => submitBooking(flow, entry, shown),
      done: () => navigate(STEPS.result, { replace: true }),
      refused: showRefusal,
      // After a new log-in, too.
      failed: offerResend(dialogs, NOT_KNOWN),
    });

  return { refused, confirm };
}
