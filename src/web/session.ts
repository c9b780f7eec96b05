// What a tab remembers: who is logged in on either side, and how far a booking has come.
import type { PlainDate } from '#domain/plain-date.ts';
import type { TaxDisplay, TaxRounding } from '#domain/price.ts';
import { createStore } from './store.ts';

export interface OfficeSession {
  token: string;
  userId: string;
  institutionCode: string;
  /** The institution's name with the user's. */
  userName: string;
  /** Keys of the records that screens hand to each other, by the name of what they are. */
  selected: Readonly<Record<string, unknown>>;
}

export const officeSession = createStore<OfficeSession>('office', {
  token: '',
  userId: '',
  institutionCode: '',
  userName: '',
  selected: {},
});

export function select(what: string, key: unknown): void {
  officeSession.set({ selected: { ...officeSession.get().selected, [what]: key } });
}

export const isOfficeUser = ({ token, institutionCode }: OfficeSession) => token !== '' && institutionCode !== '';

export type Sex = 'male' | 'female';

export interface ChosenOption {
  groupCode: string;
  optionCode: string;
  conditionCode: string;
}

export interface Visit {
  date: PlainDate;
  slotCode: string;
  /** Empty where only a day is chosen. */
  startTime: string;
}

/** What the booking costs as far as it is chosen, and how that is told. */
export interface Bill {
  pricesShown: boolean;
  taxDisplay: TaxDisplay;
  taxRounding: TaxRounding;
  taxRate: number;
  course: { name: string; amount: number; isFrom: boolean };
  options: { name: string; amount: number }[];
}

export interface BookingResult {
  number: number;
  visit: Visit;
  courseName: string;
  /** Of an account that the booking has made: told once. */
  account: { mail: string; firstPassword: string } | null;
}

export interface ExamineeSession {
  auth: { institutionCode: string; examineeId: number | null; userId: string; token: string };
  institution: {
    routeParam: string;
    name: string;
    nameEnglish: string;
    phone: string;
    phoneHours: string;
    backgroundUrl: string;
    bookingKinds: 'both' | 'individual' | 'insurance';
  };
  personName: string;
  myPage: { inUse: boolean; changedNumber: number | null; detailNumber: number | null; cancelNumber: number | null };
  insurance: {
    inUse: boolean;
    clientCode: string;
    insurerNumber: string;
    sex: Sex | null;
    birthDate: PlainDate | null;
    fiscalYear: number | null;
    age: number | null;
    categoryCode: string | null;
  };
  /** Who an individual's booking is for, once that is known. */
  person: { birthDate: PlainDate; sex: Sex } | null;
  /** The year an individual looks at courses of; null = the first that is open. */
  fiscalYear: number | null;
  course: { fiscalYear: number; courseCode: string; conditionCode: string } | null;
  /** Null until the step is done; it may be done with none. */
  options: ChosenOption[] | null;
  visit: Visit | null;
  /** What was typed at the information step, as its form holds it; an age once the server has found it in order. */
  entry: { values: Readonly<Record<string, unknown>>; consent: boolean; age: number | null } | null;
  /** What was chosen at steps that one has gone back over: it only prefills. */
  draft: { courseCode: string; options: readonly string[] | null; visit: Visit | null };
  bill: Bill | null;
  method: 'confirmed' | 'desired' | null;
  /** The id under which the confirmed content was sent: sent again, it books nothing twice. */
  request: { id: string; content: string } | null;
  result: BookingResult | null;
  enRoute: { inUse: boolean };
}

/** How far a booking has come, at its beginning. */
export const NO_BOOKING = {
  insurance: {
    inUse: false,
    clientCode: '',
    insurerNumber: '',
    sex: null,
    birthDate: null,
    fiscalYear: null,
    age: null,
    categoryCode: null,
  },
  person: null,
  fiscalYear: null,
  course: null,
  options: null,
  visit: null,
  entry: null,
  draft: { courseCode: '', options: null, visit: null },
  bill: null,
  method: null,
  request: null,
  enRoute: { inUse: false },
} satisfies Partial<ExamineeSession>;

export const examineeSession = createStore<ExamineeSession>('examinee', {
  auth: { institutionCode: '', examineeId: null, userId: '', token: '' },
  institution: {
    routeParam: '',
    name: '',
    nameEnglish: '',
    phone: '',
    phoneHours: '',
    backgroundUrl: '',
    bookingKinds: 'both',
  },
  personName: '',
  myPage: { inUse: false, changedNumber: null, detailNumber: null, cancelNumber: null },
  result: null,
  ...NO_BOOKING,
});

export const hasInstitution = ({ auth }: ExamineeSession) => auth.institutionCode !== '';

export const isExaminee = ({ auth, institution, personName }: ExamineeSession) =>
  auth.institutionCode !== '' &&
  auth.examineeId !== null &&
  auth.token !== '' &&
  institution.name !== '' &&
  personName !== '';
