// Every contract: what it encodes, it decodes again; no two calls share a path; and what the kit promises about fields.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handlers } from '#app/calls.ts';
import { HALF_WIDTH_DIGITS } from '#domain/text/characters.ts';
import { capacityRange, capacityRows } from '#masters/capacity/contract.ts';
import type { Sample } from '#wire/field.ts';
import { encodeForm, parseForm } from '#wire/form.ts';
import { type AnyRecord, type Reading, record } from '#wire/record.ts';

const ODD = fc.constantFrom(
  '髙',
  '﨑',
  '①',
  '～',
  '🩺',
  'ｱ',
  'ア',
  '0',
  '&',
  '=',
  '+',
  '%',
  ' ',
  '　',
  '"',
  '\\',
  '-',
  '𠮷',
);

function textFor(sample: Extract<Sample, { kind: 'text' }>): fc.Arbitrary<string> {
  const unit = sample.multiline ? fc.oneof(ODD, fc.constant('\n')) : ODD;
  const free = fc.string({ unit, maxLength: Math.min(sample.max, 30) });
  // What a pattern only forbids can't be made from it; it is found among the free ones.
  const isMade = sample.pattern && !sample.pattern.source.includes('(?!');
  const shaped = sample.pattern && isMade ? fc.stringMatching(sample.pattern) : free;
  const whole = fc.oneof(
    shaped,
    free,
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: sample.max, maxLength: sample.max }),
  );
  return whole.filter((text) => sample.accepts(text));
}

function valueFor(sample: Sample): fc.Arbitrary<unknown> {
  const orNull = (value: fc.Arbitrary<unknown>, nullable: boolean) => (nullable ? fc.option(value) : value);
  switch (sample.kind) {
    case 'text':
      return textFor(sample);
    case 'integer':
      return orNull(fc.integer({ min: sample.min, max: sample.max }), sample.nullable);
    case 'oneOf':
      return fc.constantFrom(...sample.values);
    case 'date': {
      const days = fc.integer({ min: 0, max: 60_000 });
      const date = days.map((day) => new Date(Date.UTC(1920, 0, 1) + day * 86_400_000).toISOString().slice(0, 10));
      return orNull(date, sample.nullable);
    }
    case 'list':
      return fc.array(valueFor(sample.of), { maxLength: 4 });
    case 'record':
      return orNull(
        fc.record(Object.fromEntries(Object.entries(sample.fields).map(([name, field]) => [name, valueFor(field)]))),
        sample.nullable,
      );
    case 'orNull':
      return fc.option(valueFor(sample.of));
    case 'constant':
      return fc.constant(sample.value);
  }
}

/** A record's own fields through a form, as a request travels. */
function throughForm(type: AnyRecord, value: unknown) {
  return type.decode(parseForm(encodeForm(type.encode(value)).toString()) ?? {});
}

/** Rules over a record may refuse what its fields allow; then what they say is all that is wrong. */
function expectRead(type: AnyRecord, value: unknown, reading: Reading<unknown>): void {
  expect(reading).toEqual(type.read(type.draft(value)));
  if (reading.ok) expect(reading.value).toEqual(value);
}

/** To make an example smaller would take minutes where texts have 30,000 characters. */
const RUNS = { numRuns: 40, endOnFailure: true };

for (const { call } of handlers) {
  test(`${call.path} carries what it is given, both ways`, () => {
    fc.assert(
      fc.property(valueFor(call.request.sample), (value) => {
        expectRead(call.request, value, throughForm(call.request, value));
      }),
      RUNS,
    );
    fc.assert(
      fc.property(valueFor(call.reply.sample), (value) => {
        const wire = JSON.parse(JSON.stringify(call.reply.encode(value)));
        expectRead(call.reply, value, call.reply.decode(wire));
        expect(call.reply.receive(wire)).toEqual(value);
      }),
      RUNS,
    );
  });
}

const wide = (text: string) => text.replaceAll(/[0-9,-]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
const grouped = (digits: string) => (/^0./.test(digits) ? digits : digits.replace(/\B(?=([0-9]{3})+$)/g, ','));

/** A draft with its numbers as people type and paste them: full-width, with blanks and separators. */
function asTyped(sample: Sample, draft: unknown): unknown {
  if (sample.kind === 'orNull') return asTyped(sample.of, draft);
  if (sample.kind === 'list') return (draft as unknown[]).map((one) => asTyped(sample.of, one));
  if (sample.kind === 'record' && draft !== null) {
    const entries = Object.entries(draft as object);
    // A row that nobody has touched holds nothing typed.
    if (entries.some(([name, one]) => name === 'status' && ['saved', 'off'].includes(one))) return draft;
    return Object.fromEntries(entries.map(([name, one]) => [name, asTyped(sample.fields[name] as Sample, one)]));
  }
  const isNumber = sample.kind === 'integer' || (sample.kind === 'text' && sample.pattern === HALF_WIDTH_DIGITS);
  return isNumber && typeof draft === 'string' && draft !== '' ? `　${wide(grouped(draft))} ` : draft;
}

test('every field of digits takes them as people type them, and no request is taken so at the door', () => {
  for (const { call } of handlers) {
    // Which course is meant was chosen in a list.
    const { key: _chosen, ...fields } = call.request.fields;
    const type = record(fields);
    fc.assert(
      fc.property(valueFor(type.sample), (value) => {
        const draft = type.draft(value as never);
        const typed = asTyped(type.sample, draft) as typeof draft;
        expect(type.tidy(typed), call.path).toEqual(type.tidy(draft));
        if (JSON.stringify(typed) !== JSON.stringify(draft)) expect(type.read(typed).ok, call.path).toBe(false);
      }),
      { numRuns: 10, endOnFailure: true },
    );
  }
});

test('no two calls share a path, and administrators are never asked for by GET', () => {
  const paths = handlers.map(({ call }) => call.path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const { call } of handlers) if (call.method === 'GET') expect(call.who).toBe('anyone');
});

test('counts of capacity, which are judged with the names of their cells, are put in order too', () => {
  const cell = { slotCode: 'ZZ', date: '2027/01/15' };
  expect(capacityRows.tidy({ rows: [{ ...cell, count: '　１２ ', status: 'edited' }] }).rows[0]?.count).toBe('12');
  const counts = { count: '１０', slotCounts: [{ slotCode: '01', count: ' 1,000' }] };
  expect(capacityRange.tidy({ ...capacityRange.blank, ...counts })).toMatchObject({
    count: '10',
    slotCounts: [{ slotCode: '01', count: '1000' }],
  });
});
