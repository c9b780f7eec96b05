// A booking as a person asks for it, before anybody has looked at it.

import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Sex } from '#domain/offer/conditions.ts';
import type { Applicant } from '#domain/reservation/person.ts';

/** As it is written in mails and on screens. */
export const fullNameOf = ({ familyName, givenName }: Applicant) => `${familyName}　${givenName}`;

export interface ChosenOption {
  groupCode: string;
  optionCode: string;
  conditionCode: string;
}

export interface BookingDraft {
  clientCode: string;
  fiscalYear: number;
  courseCode: string;
  priceConditionCode: string;
  options: ChosenOption[];
  visitDate: PlainDate;
  slotCode: string;
  applicant: Applicant;
  /** What the earlier steps were told and showed; none of it is believed, but it must not contradict what holds. */
  claims: { sex: Sex | null; age: number; categoryCode: string | null; inputAge: number | null; total: number | null };
  consent: boolean;
  requestId: string | null;
}
