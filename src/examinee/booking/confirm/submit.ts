// Sends a confirmed booking by the call of its kind; a guest's new account is logged in afterwards.
import { examineeUserId } from '#account/contract.ts';
import { enterMyPage } from '#examinee/log-in.ts';
import { send } from '#web/send.ts';
import { examineeSession } from '#web/session.ts';
import type { Reply } from '#wire/call.ts';
import { changeReservation, type preview, reserveAsGuest, reserveLoggedIn } from '../contract-reserve.ts';
import type { EntryValue } from '../entry-values.ts';
import { clientCodeOf, type FlowAt, finishBooking, kindOf, requestIdFor } from '../flow.ts';

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

const toResult = ({
  number,
  method,
  firstNumber,
  sequence,
}: Omit<Reply<typeof reserveAsGuest>, 'firstPassword' | 'passwordLimit'>) => ({
  number,
  firstNumber,
  sequence,
  desired: method === 'desired',
});

/** Books; afterwards the session holds the result and nothing of the way to it. */
export async function submitBooking(flow: FlowAt<'confirm'>, entry: EntryValue, shown: Preview): Promise<void> {
  const { origin, changes } = kindOf(flow);
  const content = draftOf(flow, entry, shown);
  const draft = { ...content, requestId: requestIdFor(JSON.stringify([origin, changes, content])) };
  const { institutionCode } = flow.auth;
  const result = {
    visit: { ...flow.visit, startTime: shown.startTime },
    courseName: shown.course.name,
    courseDuration: shown.course.duration,
    replaced: changes ?? null,
  };

  if (origin !== 'guest') {
    const booked =
      changes === undefined
        ? await send(reserveLoggedIn, draft)
        : await send(changeReservation, { ...draft, replaces: changes });
    const { auth } = examineeSession.get();
    examineeSession.set({ auth: { ...auth, userId: booked.userId }, personName: booked.name });
    return finishBooking({ ...result, ...toResult(booked), account: null });
  }

  const booked = await send(reserveAsGuest, { institutionCode, ...draft });
  const { firstPassword, passwordLimit, userId } = booked;
  const mail = userId.slice(examineeUserId(institutionCode, '').length);
  finishBooking({ ...result, ...toResult(booked), account: { mail, firstPassword, passwordLimit } });
  // Somebody whom a partner has handed over has a token, but was nobody yet.
  if (examineeSession.get().auth.userId) return;
  // The booking is made, whatever becomes of the log-in, or how long it takes: the result shows it, and offers the log-in.
  await Promise.race([enterMyPage(userId, firstPassword).catch(() => false), wait(LOG_IN_WAIT)]);
}
