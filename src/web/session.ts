// What a tab remembers: who is logged in on either side, and how far a booking has come.
import type { PlainDate } from '#domain/plain-date.ts';
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
  course: { courseCode: string; conditionCode: string } | null;
  options: { groupCode: string; optionCode: string; conditionCode: string }[];
  visit: { date: PlainDate; slotCode: string } | null;
  /** What was typed at the information step, as its form holds it. */
  entry: Readonly<Record<string, unknown>> | null;
  resultNumber: number | null;
  enRoute: { inUse: boolean };
}

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
  course: null,
  options: [],
  visit: null,
  entry: null,
  resultNumber: null,
  enRoute: { inUse: false },
});

export const hasInstitution = ({ auth }: ExamineeSession) => auth.institutionCode !== '';

export const isExaminee = ({ auth, institution, personName }: ExamineeSession) =>
  auth.institutionCode !== '' &&
  auth.examineeId !== null &&
  auth.token !== '' &&
  institution.name !== '' &&
  personName !== '';
