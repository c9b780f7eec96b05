// All that the page holds and asks for: what was typed and chosen, and the answers that follow from it.
import { useEffect, useRef, useState } from 'react';
import type { PhoneBookingStart } from '#backoffice/shared/open-screens.ts';
import { today as dateOf } from '#domain/calendar/clock.ts';
import { parseBirthDate } from '#domain/calendar/written-date.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { createStore } from '#web/store.ts';
import { useForm } from '#web/ui/form.ts';
import { type Loaded, useLoad } from '#web/use-load.ts';
import { type Booking, warningsFor } from './booking.ts';
import { type CallerDraft, type CallerForm, callerForm, type Opening, startOf } from './caller-form.ts';
import {
  atCounter,
  beginWith,
  type Choices,
  categoriesOf,
  type Frame,
  type FullBy,
  fullBy,
  type PhoneBookingMonth,
  type Visit,
} from './choices.ts';
import { findMailOwner, offerForPhoneBooking, openPhoneBookingCalendar } from './contract.ts';
import {
  askMonth,
  askOffer,
  askOwner,
  chosenCourse,
  chosenOptions,
  isSame,
  type MonthQuestion,
  nameOfSending,
  totalOf,
} from './course-offer.ts';
import { framesAt, isSlotChoosable } from './slot-list.tsx';

export interface PhoneBookingDraft {
  start: PhoneBookingStart;
  caller: CallerDraft;
  choices: Choices;
  sendMail: boolean;
}

export const phoneBookingDraft = createStore<{ draft: PhoneBookingDraft | null }>(
  'office/desk-draft',
  { draft: null },
  { holdsPerson: true },
);

const PAUSE = 300;

function useDebounce<T>(value: T): { settled: T; isSettling: boolean } {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  const isSettling = JSON.stringify(settled) !== key;
  useEffect(() => {
    if (!isSettling) return;
    const timer = setTimeout(() => setSettled(JSON.parse(key)), PAUSE);
    return () => clearTimeout(timer);
  }, [key, isSettling]);
  return { settled, isSettling };
}

/** As far as they can be read; what can't is as good as not typed. */
function readIdentity({ draft, reading }: CallerForm, today: string) {
  const tidy = callerForm.tidy(draft);
  const wrong = new Set(reading.ok ? [] : reading.problems.map(({ field }) => field));
  const right = (name: 'familyKana' | 'givenKana' | 'mail' | 'patientNumber') => (wrong.has(name) ? '' : tidy[name]);
  return {
    familyKana: right('familyKana'),
    givenKana: right('givenKana'),
    mail: right('mail'),
    patientNumber: right('patientNumber'),
    birthDate: parseBirthDate(tidy.birthDate, today),
  };
}

/** A time that is not there any more, or not for this clerk, is none. */
export function liveVisit(visit: Visit | null, month: PhoneBookingMonth | null, by: FullBy): Visit | null {
  if (!visit?.slot || !month?.days.some(({ date }) => date === visit.date)) return visit;
  const slot = month.slots.find(({ date, slotCode }) => date === visit.date && slotCode === visit.slot?.slotCode);
  return slot && isSlotChoosable(slot, by) ? visit : { ...visit, slot: null };
}

const isBehind = (question: object | null, { answers, refusal }: Pick<Loaded<unknown>, 'answers' | 'refusal'>) =>
  question !== null && !refusal && !isSame(answers as object | null, question);

/** Asked, or to be asked by what was just drawn: between an answer and the question that follows from it nothing is booked. */
const isUnderWay = (question: object | null, loaded: Loaded<unknown>) =>
  loaded.isLoading || (isBehind(question, loaded) && !loaded.isFailed);

/** What a full slot that is chosen needs, as the month had it last: another one may be on show by now. */
function useFramesOf(visit: Visit | null, month: PhoneBookingMonth | null): readonly Frame[] {
  const seen = useRef<{ of: string; frames: readonly Frame[] }>({ of: '', frames: [] });
  const of = visit?.slot ? `${visit.date}/${visit.slot.slotCode}` : '';
  const slot = month?.slots.find(({ date, slotCode }) => `${date}/${slotCode}` === of);
  if (month && slot) seen.current = { of, frames: slot.state === 'full' ? framesAt(month.frames, visit) : [] };
  return seen.current.of === of ? seen.current.frames : [];
}

export function usePhoneBookingState(
  opening: Opening,
  { typed, isAtCounter }: PhoneBookingStart,
  restored: PhoneBookingDraft | null,
) {
  const { replaces } = opening;
  const now = new Date();
  const today = dateOf(now);
  const form = useForm(callerForm, startOf(opening, typed));
  const [begun] = useState(() => (isAtCounter ? atCounter(beginWith(opening), today) : beginWith(opening)));
  const [choices, setChoices] = useState<Choices>(restored?.choices ?? begun);
  const [sendMail, setSendMail] = useState(restored?.sendMail ?? true);
  /** Chosen for this address, and for no other. */
  const [theirPage, setTheirPage] = useState({ mail: '', choice: null as Booking['onTheirPage'] });
  const [leftMail, setLeftMail] = useState(restored?.caller.mail ?? form.draft.mail);
  const [others, setOthers] = useState({ of: '', count: 0 });

  const identity = readIdentity(form, today);
  const { settled, isSettling } = useDebounce(identity);

  const offerQuestion = askOffer(choices, { sex: form.draft.sex || null, birthDate: settled.birthDate }, replaces);
  const offer = useLoad(offerForPhoneBooking, offerQuestion);
  const lastQuestion = useRef<MonthQuestion | null>(null);
  const monthQuestion = askMonth(choices, offerQuestion, offer, lastQuestion.current);
  lastQuestion.current = monthQuestion;
  const month = useLoad(openPhoneBookingCalendar, monthQuestion);
  // A change keeps its account, if it has one: then it does not matter whose the address is.
  const owner = useLoad(findMailOwner, opening.hasAccount ? null : askOwner(settled, leftMail));
  const isOwnerKnown = identity.mail === leftMail && owner.answers?.mail === identity.mail;

  const course = offer.data && chosenCourse(offer.data, choices);
  const options = offer.data && course ? chosenOptions(offer.data, choices.optionKeys) : [];
  const full = fullBy(month.data, choices, opening.canRaise);
  const visit = liveVisit(choices.visit, month.data, full);
  const { mail: _, ...who } = settled;
  const whoInYear = JSON.stringify([who, choices.fiscalYear]);
  const frames = useFramesOf(visit, month.data);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as if it were typed again
  useEffect(() => {
    if (restored) form.set(restored.caller);
  }, []);

  // Somebody else has saved the reservation meanwhile: what is newer comes under what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer version is all that counts
  useEffect(() => form.rebase(startOf(opening, typed)), [opening.version]);

  const hasAddress = Boolean(form.draft.prefecture && form.draft.city && form.draft.street);
  const { birthDate } = who;
  const person = who.familyKana && who.givenKana && birthDate ? { ...who, birthDate } : null;
  const { fiscalYear } = choices;
  return {
    opening,
    form,
    today,
    choices,
    setChoices,
    visit,
    course,
    options,
    total: offer.data && course ? totalOf(offer.data, [course, ...options]) : null,
    warnings: warningsFor(
      {
        course,
        visit: month.data ? visit : null,
        web: month.data,
        fiscalYear,
        // What was counted of another person, or in another year, is not theirs.
        othersInYear: person && others.of === whoInYear ? others.count : 0,
        unaddressed: offer.data && course && !hasAddress ? nameOfSending(offer.data, course, options) : '',
      },
      now,
    ),
    offer,
    month,
    isIndividual: choices.clientCode === INDIVIDUAL,
    categories: categoriesOf(opening, choices),
    isOfferBehind: isSettling || isBehind(offerQuestion, offer),
    isMonthBehind: isBehind(monthQuestion, month),
    /** Something is on its way; what did not get through is not, and has to be asked for again. */
    isWaiting: isSettling || isUnderWay(offerQuestion, offer) || isUnderWay(monthQuestion, month) || owner.isLoading,
    /** Whose reservations are shown beside, once name and birth date stand. */
    person,
    setOthersInYear: (count: number) => setOthers({ of: whoInYear, count }),
    mail: {
      sendMail,
      onSendMail: setSendMail,
      owner: isOwnerKnown ? owner.data : null,
      theirPage: theirPage.mail === identity.mail ? theirPage.choice : null,
      onTheirPage: (choice: Booking['onTheirPage']) => setTheirPage({ mail: identity.mail, choice }),
      onLeaveMail: () => setLeftMail(identity.mail),
    },
    fullBy: full,
    /** Of the chosen slot, if it is full and is to be raised. */
    frames: full === 'raise' ? frames : [],
    // A person who was corrected elsewhere stands here unsaved.
    isTouched:
      (replaces > 0 && Object.keys(typed).length > 0) ||
      form.editedCount > 0 ||
      !isSame({ ...choices, month: null }, { ...begun, month: null }) ||
      !sendMail,
    reload() {
      offer.reload();
      month.reload();
      owner.reload();
    },
  };
}

export type PhoneBookingState = ReturnType<typeof usePhoneBookingState>;
