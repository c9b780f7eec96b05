// Staff who book for whoever has called, and what they are held to: the same judgement as everybody, on wider terms.
import { fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import { HAS_COME } from '#domain/reservation/reception.ts';
import { isLive, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import type { Administrator } from '#server/service.ts';
import { refused } from '#wire/failure.ts';
import type { Asker, Terms } from './asker.ts';
import { momentOf } from './moment.ts';
import { refuseWhatIsOver } from './over.ts';
import { refuse } from './refusals.ts';
import type { Replaced } from './replaced.ts';

/** Throws why staff can't replace the reservation by another one, whoever that is for. */
export function refuseUnchangeable(replaced: Replaced, today: PlainDate): void {
  const { status, visitDate, reception } = replaced;
  refuseWhatIsOver(replaced);
  if (!isLive(status)) throw refused(`この予約は取り消されているため、変更できません（${STATUS_WORDS[status]}）。`);
  if (reception === 'arrived') throw refused(HAS_COME);
  if (visitDate < today) throw refused('受診日を過ぎた予約は変更できません。');
}

const DESK_TERMS: Terms = {
  /** Client, year and person may all be others, and no deadline holds. */
  change({ asker, replaced }) {
    if (replaced) refuseUnchangeable(replaced, asker.today);
  },

  changePerson() {},

  /** Whoever may log in, and what kinds of bookings the institution takes by itself, does not matter here. */
  admit({ facts: { client }, replaced }, clientCode) {
    if (client && (client.usable || replaced?.clientCode === clientCode)) return client;
    throw refuse('ClientClosed');
  },

  /** Any of the client's, and its own one where that is gone. */
  categories({ facts, replaced }, clientCode) {
    if (!replaced || replaced.categoryCode === null || replaced.clientCode !== clientCode) return facts.categories;
    const { categoryCode, categoryName: name } = replaced;
    const isThere = facts.categories.some((one) => one.categoryCode === categoryCode);
    return isThere ? facts.categories : [...facts.categories, { categoryCode, name }];
  },

  /** Nobody is asked for it: it is the client's. */
  insurer(_, { insurerNumber }, { clientCode }) {
    return payerOf(clientCode) === 'insurance' && isInsurerNumber(insurerNumber) ? insurerNumber : '';
  },

  /** Private ones too, and outside of their registration period. */
  open({ facts: { course } }) {
    if (!course) throw refuse('CourseClosed');
    return course;
  },

  window({ asker }, fiscalYear) {
    const { from, to } = fiscalYearRange(fiscalYear);
    return { from: from > asker.today ? from : asker.today, to };
  },

  takesBegun: true,
  needsConsent: false,
};

export function deskOf(who: Administrator): Asker {
  const { service, now, institutionCode } = who;
  return {
    ...momentOf(now),
    service,
    now,
    institutionCode,
    examineeId: null,
    clerk: who,
    handover: null,
    origin: 'phone',
    terms: DESK_TERMS,
  };
}
