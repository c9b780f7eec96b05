// Which person is open, and for which reservation's person the search was opened.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { officeSession, select } from '#web/session.ts';

export interface ChosenPerson {
  examineeId: number;
  kana: string;
  birthDate: PlainDate;
  patientNumber: string;
}

const PERSON = 'person';

export const choosePerson = ({ examineeId, kana, birthDate, patientNumber }: ChosenPerson) =>
  select(PERSON, { examineeId, kana, birthDate, patientNumber });

export const useChosenPerson = () => (officeSession.use().selected[PERSON] as ChosenPerson | undefined) ?? null;
