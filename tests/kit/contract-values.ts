// Generators of the values that a contract allows, from what it says of itself: whoever adds a call or a field adds nothing here.
import fc from 'fast-check';
import type { Sample } from '#wire/field.ts';

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

export function valueFor(sample: Sample): fc.Arbitrary<unknown> {
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
