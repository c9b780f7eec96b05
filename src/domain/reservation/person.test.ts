// What is kept, prefilled and compared of a person, by the traits of each field.
import { expect, test } from 'vitest';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import {
  ACCOUNT_FIELDS,
  applicantIn,
  BLANK_PERSON,
  decideAlike,
  FOLLOWING_FIELDS,
  prefilledFor,
  RESERVATION_FIELDS,
  storedPerson,
} from './person.ts';

const SOCIETY = '00000010';
const card = {
  categoryCode: '01',
  insurerNumber: '06990014',
  cardSymbol: '12',
  cardNumber: '345',
  employeeNumber: '7',
};
const hanako = applicantIn({ ...BLANK_PERSON, ...card, familyName: '健診', phone: '045-000-0123', acceptsMail: false });

test('individuals keep nothing of a society, and members of one are not asked whether they want mails', () => {
  expect(storedPerson(hanako, INDIVIDUAL)).toEqual({ ...BLANK_PERSON, ...pick('familyName', 'phone', 'acceptsMail') });
  expect(storedPerson(hanako, SOCIETY)).toEqual({ ...hanako, clientCode: SOCIETY, acceptsMail: true });
});

test('an account keeps all but what is a booking’s own; what follows into it depends on who pays', () => {
  expect(RESERVATION_FIELDS.filter((name) => !ACCOUNT_FIELDS.some((other) => other === name))).toEqual(['remarks']);
  const place = ['postalCode', 'prefecture', 'city', 'street', 'phone', 'companyName'];
  expect([...FOLLOWING_FIELDS.individual].sort()).toEqual([...place].sort());
  expect([...FOLLOWING_FIELDS.insurance].sort()).toEqual([...place, 'clientCode', ...Object.keys(card)].sort());
});

test('card and category are not prefilled at another society', () => {
  const member = storedPerson(hanako, SOCIETY);
  expect(prefilledFor(SOCIETY, member)).toEqual(member);
  const blank = { categoryCode: null, insurerNumber: '', cardSymbol: '', cardNumber: '' };
  expect(prefilledFor('00000020', member)).toEqual({ ...member, ...blank });
});

test('two are alike for a course by birth date, sex and category', () => {
  const renamed = { ...hanako, familyName: '受診', phone: '' };
  expect(decideAlike(hanako, renamed)).toBe(true);
  for (const other of [{ birthDate: '1980-05-05' }, { sex: 'male' as const }, { categoryCode: '02' }]) {
    expect(decideAlike(hanako, { ...hanako, ...other })).toBe(false);
  }
});

function pick(...names: (keyof typeof hanako)[]) {
  return Object.fromEntries(names.map((name) => [name, hanako[name]]));
}
