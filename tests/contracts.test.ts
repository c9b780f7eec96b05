// Every contract: what it encodes, it decodes again; no two calls share a path; and what the kit promises about fields.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handlers } from '#app/calls.ts';
import { HALF_WIDTH_DIGITS } from '#domain/text/characters.ts';
import { capacityRange, capacityRows } from '#masters/capacity/contract.ts';
import type { Sample } from '#wire/field.ts';
import { encodeForm, parseForm } from '#wire/form.ts';
import { type AnyRecord, type Reading, record } from '#wire/record.ts';
import { valueFor } from './kit/contract-values.ts';

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

test('every field of digits takes them as people type them, and no request is taken so at the HTTP server', () => {
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

test('counts of capacity, which are checked with the names of their cells, are put in order too', () => {
  const cell = { slotCode: 'ZZ', date: '2027/01/15' };
  expect(capacityRows.tidy({ rows: [{ ...cell, count: '　１２ ', status: 'edited' }] }).rows[0]?.count).toBe('12');
  const counts = { count: '１０', slotCounts: [{ slotCode: '01', count: ' 1,000' }] };
  expect(capacityRange.tidy({ ...capacityRange.blank, ...counts })).toMatchObject({
    count: '10',
    slotCounts: [{ slotCode: '01', count: '1000' }],
  });
});
