// Who a new tab of the office is.
import { expect, test } from 'vitest';
import { agreedOn } from './office-tabs.ts';
import { officeSession } from './session.ts';

const sato = {
  ...officeSession.get(),
  token: 'a',
  userId: 'demo0001',
  institutionCode: '10000001',
  userName: '受付　佐藤',
};
const again = { ...sato, token: 'b' };
const suzuki = { ...sato, token: 'c', userId: 'demo0002', userName: '受付　鈴木' };
const elsewhere = { ...sato, token: 'd', institutionCode: '10000002' };

test.each([
  ['nobody is logged in', [], null],
  ['somebody is', [sato], sato],
  ['the same person twice', [again, sato], again],
  ['two people', [sato, suzuki], null],
  ['the same id at another institution', [sato, elsewhere], null],
] as const)('%s', (_, people, who) => {
  expect(agreedOn(people)).toEqual(who);
});
