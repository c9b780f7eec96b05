// Every contract: what it encodes, it decodes again; no two calls share a path; and what the kit promises about fields.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handlers } from '#app/calls.ts';
import type { Sample } from '#wire/field.ts';
import { encodeForm, foldBrackets } from '#wire/form.ts';
import type { AnyRecord } from '#wire/record.ts';

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
  const shaped = sample.pattern ? fc.stringMatching(sample.pattern) : free;
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
    case 'constant':
      return fc.constant(sample.value);
  }
}

/** A record's own fields through a form, as a request travels. */
function throughForm(type: AnyRecord, value: unknown): unknown {
  const form: Record<string, string | string[]> = {};
  for (const [key, one] of encodeForm(type.encode(value))) form[key] = [form[key] ?? [], one].flat();
  return type.take(foldBrackets(form));
}

for (const { call } of handlers) {
  test(`${call.path} carries what it is given, both ways`, () => {
    fc.assert(
      fc.property(valueFor(call.request.sample), (value) => {
        expect(throughForm(call.request, value)).toEqual(call.request.draft(value));
      }),
      { numRuns: 40 },
    );
    fc.assert(
      fc.property(valueFor(call.reply.sample), (value) => {
        const wire = JSON.parse(JSON.stringify(call.reply.encode(value)));
        expect(call.reply.take(wire)).toEqual(call.reply.draft(value));
      }),
      { numRuns: 40 },
    );
  });
}

test('no two calls share a path, and administrators are never asked for by GET', () => {
  const paths = handlers.map(({ call }) => call.path);
  expect(new Set(paths).size).toBe(paths.length);
  for (const { call } of handlers) if (call.method === 'GET') expect(call.who).toBe('anyone');
});
