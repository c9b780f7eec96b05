// Puts together what the database function takes for a booking that was judged.
import type { MailKind } from '#domain/mail/mail-kinds.ts';
import { keptPerson } from '#domain/reservation/person.ts';
import type { Service } from '#server/service.ts';
import type { BookingDraft } from './draft.ts';
import type { CourseFacts } from './facts.ts';
import { firstPassword, firstPasswordEnd } from './first-password.ts';
import { type Judged, judge } from './judge.ts';
import { momentOf } from './moment.ts';
import { nextExamineeId, nextReservationNumber } from './numbers.ts';
import type { Replaced } from './replaced.ts';
import { type Act, type RequestKey, requestKey } from './requests.ts';
import { writeReservationMails } from './reservation-mails.ts';
import {
  accountRow,
  followRow,
  frameRows,
  mailFactsOf,
  optionRows,
  placeRows,
  reservationRow,
  taxRateFor,
} from './rows.ts';
import type { BookingRows } from './write.ts';

export interface Booker {
  service: Service;
  now: Date;
  institutionCode: string;
  /** Null for a guest, who gets an account with the booking. */
  examineeId: number | null;
  /** Of a guest whom a partner has handed over. */
  handover?: { clientCode: string; subject: string } | null;
}

export interface Booked {
  number: number;
  /** Only asked for: it becomes a reservation when staff confirm it. */
  desired: boolean;
  firstPassword: string | null;
  firstPasswordEnd: Date | null;
}

/** What is kept of an answer; the rest follows from the request, which comes again with it. */
export interface StoredAnswer {
  reservationNumber: number;
  desired: boolean;
  passwordRule: 'birth_date' | 'random' | null;
  /** Absent from what older servers have kept. */
  passwordEnd?: string | null;
}

const actOf = ({ examineeId }: Booker, isChange: boolean): Act =>
  examineeId === null ? 'guest' : isChange ? 'change' : 'reserve';

export function requestOf(booker: Booker, draft: BookingDraft, replaces: number | null): RequestKey | null {
  const { requestId, ...content } = draft;
  return requestKey(actOf(booker, replaces !== null), booker.examineeId, requestId, [content, replaces]);
}

const KINDS: Readonly<Record<Act, readonly MailKind[]>> = {
  guest: ['password', 'booked'],
  reserve: ['booked'],
  change: ['changed_by_examinee'],
  cancel: [],
};

/** Whether somebody logged in came from my page or en route is not known here; the latter need to fill in less. */
const originOf = (act: Act) => (act === 'guest' ? 'guest' : 'en-route');

export function judgeDraft(booker: Booker, draft: BookingDraft, facts: CourseFacts, replaced: Replaced | null): Judged {
  const act = actOf(booker, replaced !== null);
  const isGuest = act === 'guest' && booker.handover?.clientCode !== draft.clientCode;
  return judge(facts, draft, momentOf(booker.now), originOf(act), isGuest, replaced);
}

export async function prepare(
  booker: Booker,
  draft: BookingDraft,
  facts: CourseFacts,
  judged: Judged,
  request: RequestKey | null,
  replaced: Replaced | null,
) {
  const { examineeId, service } = booker;
  const act = actOf(booker, replaced !== null);
  const passwordRule = act === 'guest' ? facts.institution.firstPassword : null;
  const answer: StoredAnswer = {
    reservationNumber: await nextReservationNumber(service.db),
    desired: judged.desired,
    passwordRule,
    passwordEnd: passwordRule && firstPasswordEnd(passwordRule, booker.now).toISOString(),
  };
  const booked = tell(booker, draft, answer);
  const examinee = examineeId ?? (await nextExamineeId(service.db));
  const numbers = { reservation: booked.number, examinee };
  const details = {
    visit_date: draft.visitDate,
    slot_code: draft.slotCode,
    course: judged.course.name,
    replaces: replaced?.number,
  };
  const person = keptPerson(draft.applicant, draft.clientCode);
  const mailFacts = {
    ...mailFactsOf(draft, facts, judged, booked, taxRateFor(booker, draft)),
    today: momentOf(booker.now).today,
  };
  const input: BookingRows = {
    version: facts.version,
    request: request && { ...request, answer },
    reservation: reservationRow(booker, person, draft, facts, judged, numbers, replaced),
    options: optionRows(judged, booked.number),
    frames: frameRows(judged),
    places: placeRows(judged, draft, booked.number),
    account: examineeId === null ? accountRow(booker, person, facts, booked, examinee) : null,
    subject: booker.handover
      ? { client_code: booker.handover.clientCode, subject: booker.handover.subject, examinee_id: examinee }
      : null,
    follow: examineeId === null ? null : followRow(booker, person, examineeId),
    history: {
      reservation_number: booked.number,
      kind: 'examinee',
      id: String(examinee),
      act: replaced ? 'changed' : 'booked',
      details,
    },
    mails: writeReservationMails(KINDS[act], mailFacts, service.config.publicUrl),
  };
  return { input, booked };
}

/** An answer, made anew from what is kept of it. */
export function tell(booker: Booker, { applicant }: BookingDraft, answer: StoredAnswer): Booked {
  const { institutionCode, service } = booker;
  const reservation = { institutionCode, number: answer.reservationNumber, birthDate: applicant.birthDate ?? '' };
  return {
    number: answer.reservationNumber,
    desired: answer.desired,
    firstPassword: answer.passwordRule && firstPassword(service.secret, answer.passwordRule, reservation),
    firstPasswordEnd: answer.passwordEnd ? new Date(answer.passwordEnd) : null,
  };
}
