// Which calls of the back office leave an entry in the access log: all that change something, and all that read much.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handlers } from '#app/calls.ts';
import { correctable } from '#backoffice/shared/contract-person.ts';
import { gatherNumbers } from '#server/access-log/call-log.ts';
import { type Call, officeCalls } from '#wire/call.ts';
import type { Meaning } from '#wire/field.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';
import { valueFor } from './kit/contract-values.ts';

/** Each with the reason why nothing of it has to be told. */
const UNLOGGED: Readonly<Record<string, string>> = {};

const office = handlers.map(({ call }) => call).filter(({ who }) => who === 'administrator');

test('whatever writes, or reads much, states its entry or stands in the list of those that need none', () => {
  const silent = office.filter(({ effect, log }) => effect !== 'read' && !log).map(({ path }) => path);
  expect(silent.sort()).toEqual(Object.keys(UNLOGGED).sort());
});

/** Every field of a person that staff may correct, by its code; and what else names or reaches somebody, by its label. */
const PERSONAL_CODES = new Set(record(correctable).meanings.map(({ code }) => code));
const PERSONAL_LABELS = /^(氏名|カナ氏名|メールアドレス|電話番号)/;
/** The institution's own telephone. */
const OF_THE_HOUSE = 'ktel';
const isPersonal = ({ code, label }: Meaning) => {
  const last = code.split(/[.[\]]+/).at(-1) ?? '';
  return PERSONAL_CODES.has(last) || (PERSONAL_LABELS.test(label) && last !== OF_THE_HOUSE);
};
const showsPerson = ({ reply, refusal }: Call) => [...reply.meanings, ...(refusal?.meanings ?? [])].some(isPersonal);

test('whatever may show a field of a person, by its answer or its refusal, states its entry', () => {
  const showing = office.filter(showsPerson);
  expect(showing.filter(({ log }) => !log).map(({ path }) => path)).toEqual([]);
  // The derivation sees what it must: the detail, lists, and a refusal that names somebody.
  const paths = showing.map(({ path }) => path);
  for (const path of ['MasterWIGA1Detail/FirstDisplay', 'Desk/Find', 'Desk/MailOwner', 'Desk/BookingFirstDisplay']) {
    expect(paths).toContain(`/api/${path}`);
  }
  const silent = officeCalls('Test').read('Silent', { reply: record({ name: text('name', '氏名') }) });
  const telling = officeCalls('Test').read('Telling', { reply: record({ phone: text('number', '電話番号') }) });
  const refusing = officeCalls('Test').write('Refusing', { refusal: record({ kana: text('ryk1', 'セイ') }) });
  expect([silent, telling, refusing].map((call) => showsPerson(call as unknown as Call))).toEqual([true, true, true]);
});

test('whatever leaves as a file in pieces has its entry before the first of them, and one of its end', () => {
  const files = office.filter(({ effect, log }) => effect === 'bigRead' && log && ['csv', 'saveLog'].includes(log.act));
  expect(files.map(({ path, log }) => [path, log?.isFile])).toEqual([
    ['/api/MasterWIGA1/CsvDownload', true],
    ['/api/AccessLog/CsvDownload', true],
  ]);
});

test('a call that commits step by step takes its entry along itself: the HTTP server has no transaction to put it into', () => {
  const wrong = office.filter(({ effect, log }) => ['steps', 'attempts'].includes(effect) && log && !log.isOwn);
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('what shows a reservation is logged as such', () => {
  const logged = office.filter(({ effect, log }) => effect === 'read' && log).map(({ path, log }) => [path, log?.act]);
  expect(logged).toContainEqual(['/api/MasterWIGA1Detail/FirstDisplay', 'look']);
});

/** Every reservation's number that an answer tells on the wire. */
function numbersOnWire(wire: unknown, into = new Set<number>()): Set<number> {
  if (typeof wire !== 'object' || wire === null) return into;
  for (const [code, value] of Object.entries(wire)) {
    if (/^ukno$/i.test(code) && Number(value) >= 100_000_000) into.add(Number(value));
    numbersOnWire(value, into);
  }
  return into;
}

test('whatever reads and tells a reservation by its number has that number in its entry', () => {
  let count = 0;
  for (const { reply } of office.filter(({ effect, log }) => log && ['read', 'bigRead'].includes(effect))) {
    for (const value of fc.sample(valueFor(reply.sample), { numRuns: 20, seed: 37 })) {
      const numbers = numbersOnWire(JSON.parse(JSON.stringify(reply.encode(value as never))));
      count += numbers.size;
      expect([...gatherNumbers(value, new Set())]).toEqual(expect.arrayContaining([...numbers]));
    }
  }
  // The samples hold some.
  expect(count).toBeGreaterThan(100);
});
