// What the information form starts with: the server's word, the steps', and above both what the person has typed.
import { expect, test } from 'vitest';
import { type EntryDraft, type EntryStart, editedIn, knownEntry, personIn, startEntry } from './entry-values.ts';
import { currentFlow, type Flow } from './flow.ts';

const guest = currentFlow();
const auth = { ...guest.auth, examineeId: 7 };
const member: Flow = { ...guest, auth, enRoute: { inUse: true } };
const served: EntryStart = {
  birthYears: [],
  categories: [],
  terms: '',
  notes: [],
  clientName: '',
  insurerNumber: '06990014',
  cardSymbol: '12',
  cardNumber: '34',
  companyName: '東丘精機',
  familyName: '健診',
  givenName: '花子',
  familyKana: 'ケンシン',
  givenKana: 'ハナコ',
  postalCode1: '100',
  postalCode2: '0001',
  prefecture: '東京都',
  city: '千代田区',
  street: '千代田1-1',
  phone: '090-0000-0000',
  employeeNumber: '',
  mail: 'hanako@example.jp',
  acceptsMail: false,
  remarks: '',
  categoryCode: null,
  birthDate: '1974-06-12',
  age: 52,
  ageDate: null,
  sex: 'female',
};

/** The flow after somebody has filled in the form of `flow` in this way and left it. */
function typeInto(flow: Flow, typed: Partial<EntryDraft>): Flow {
  const known = knownEntry(flow, served);
  const values = { ...startEntry(flow, known), ...typed };
  return { ...flow, entry: { values, edited: editedIn(values, known), consent: true, age: null } };
}
const reopen = (flow: Flow) => startEntry(flow, knownEntry(flow, served));

test('guests start empty and with the mail they may decline; who is known starts with what they said last', () => {
  expect(reopen(guest)).toMatchObject({ familyName: '', mail: '', acceptsMail: true });
  expect(reopen(member)).toMatchObject({ familyName: '健診', mail: 'hanako@example.jp', acceptsMail: false });
  expect(reopen(member).mailAgain).toBe('');
});

test('an untouched form does not outrank what the server knows after a log-in', () => {
  const left = typeInto(guest, {});
  expect(reopen({ ...left, auth, enRoute: { inUse: true } })).toMatchObject({
    familyName: '健診',
    phone: '090-0000-0000',
    acceptsMail: false,
  });
});

test('what was typed outranks it, and the rest is filled in', () => {
  const left = typeInto(guest, { familyName: '予約', acceptsMail: false, mailAgain: 'a@example.jp' });
  expect(reopen(left)).toMatchObject({ familyName: '予約', acceptsMail: false, mailAgain: '' });
  expect(reopen({ ...left, auth, enRoute: { inUse: true } })).toMatchObject({ familyName: '予約', givenName: '花子' });
});

test.each([
  ['another birth date', { birthDate: '2001-01-01', sex: 'female' as const }],
  ['another sex', { birthDate: '1974-06-12', sex: 'male' as const }],
])('somebody else, by %s, is not given the account’s name', (_, person) => {
  const other = { ...member, person };
  const nameless = { familyName: '', givenName: '', familyKana: '', givenKana: '' };
  expect(reopen(other)).toMatchObject({ ...nameless, phone: '090-0000-0000', mail: 'hanako@example.jp' });
  expect(reopen(typeInto(other, { familyName: '予約' }))).toMatchObject({ ...nameless, familyName: '予約' });
  const insurance = { ...guest.insurance, inUse: true, ...person };
  expect(reopen({ ...member, insurance })).toMatchObject(nameless);
  expect(reopen({ ...member, person: { birthDate: '1974-06-12', sex: 'female' } })).toMatchObject({
    familyName: '健診',
    givenKana: 'ハナコ',
  });
});

test('what the person has emptied stays empty', () => {
  expect(reopen(typeInto(member, { companyName: '' }))).toMatchObject({ companyName: '', familyName: '健診' });
});

test('an edited birth date outranks the one that a step was sent; an insured person’s is settled', () => {
  const birthDate = { year: '1980', month: '2', day: '29' };
  const individual = { ...guest, person: { birthDate: '1974-06-12', sex: 'female' as const } };
  expect(reopen(individual).birthDate).toEqual({ year: '1974', month: '6', day: '12' });
  expect(reopen(typeInto(individual, { birthDate }))).toMatchObject({ birthDate, sex: 'female' });
  const insured = { ...guest.insurance, inUse: true, birthDate: '1990-01-31', sex: 'male' as const };
  const left = typeInto({ ...guest, insurance: insured }, { familyName: '予約' });
  expect(reopen({ ...left, insurance: { ...insured, birthDate: '1991-01-31' } })).toMatchObject({
    familyName: '予約',
    birthDate: { year: '1991', month: '1', day: '31' },
  });
});

test.each<[Partial<EntryDraft>, unknown]>([
  [
    { birthDate: { year: '1980', month: '2', day: '29' }, sex: 'male' },
    { birthDate: '1980-02-29', sex: 'male' },
  ],
  [{ birthDate: { year: '1980', month: '2', day: '' }, sex: 'male' }, null],
  [{ birthDate: { year: '1980', month: '2', day: '29' }, sex: '' }, null],
  [{ birthDate: { year: '2999', month: '1', day: '1' }, sex: 'male' }, null],
])('the person in %j', (values, person) => {
  expect(personIn(values)).toEqual(person);
});

test('symbol and number are typed with a client that has an insurer number only; with another, what is known stays', () => {
  const through = (insurerNumber: string): Flow => ({
    ...member,
    insurance: { ...member.insurance, inUse: true, insurerNumber },
  });
  expect(reopen(through('06990014'))).toMatchObject({ cardSymbol: '12', cardNumber: '34' });
  const typed = typeInto(through('06990014'), { cardSymbol: '56' });
  expect(reopen(typed)).toMatchObject({ cardSymbol: '56' });
  expect(reopen({ ...typed, ...through('00000000'), entry: typed.entry })).toMatchObject({
    cardSymbol: '12',
    cardNumber: '34',
  });
});
