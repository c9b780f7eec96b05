// Fields that hold a date: as text, or in three selects.
import { dateParts, makeDate, type PlainDate } from '#domain/calendar/plain-date.ts';
import { type Field, scalar } from './field.ts';

/** Cut by position: calendars write hundreds of dates in one answer. */
const writeSlashes = (date: PlainDate) => `${date.slice(0, 4)}/${date.slice(5, 7)}/${date.slice(8, 10)}`;

export function date(code: string, label: string): Field<PlainDate, string> {
  return {
    label,
    meanings: [{ code, label, type: 'date, YYYY/MM/DD' }],
    blank: '',
    required: true,
    take: (wire) => scalar(wire, code),
    parse(draft, report) {
      const match = /^(\d{4})\/(\d{2})\/(\d{2})$/.exec(draft);
      const value = match && makeDate(Number(match[1]), Number(match[2]), Number(match[3]));
      if (value) return value;
      report(`${label}が正しい書式ではありません。`);
      return undefined;
    },
    draft: writeSlashes,
    put(value, out) {
      out[code] = writeSlashes(value);
    },
    sample: { kind: 'date', nullable: false },
  };
}

export interface DateDraft {
  year: string;
  month: string;
  day: string;
}

/** A date in three selects; 0 or empty = not selected. All three or none. */
export function dateSelects(
  codes: { year: string; month: string; day: string },
  label: string,
  rules: { required?: boolean } = {},
): Field<PlainDate | null, DateDraft> {
  const part = (value: string) => (/^[0-9]{0,4}$/.test(value) ? Number(value) : Number.NaN);
  const { required = false } = rules;
  return {
    label,
    meanings: [
      { code: codes.year, label: `${label}（年）`, type: 'year, 0 = not selected' },
      { code: codes.month, label: `${label}（月）`, type: 'month, 0 = not selected' },
      { code: codes.day, label: `${label}（日）`, type: 'day, 0 = not selected' },
    ],
    blank: { year: '0', month: '0', day: '0' },
    required,
    take: (wire) => ({
      year: scalar(wire, codes.year) || '0',
      month: scalar(wire, codes.month) || '0',
      day: scalar(wire, codes.day) || '0',
    }),
    parse(draft, report) {
      const [year, month, day] = [part(draft.year), part(draft.month), part(draft.day)];
      if (year === 0 && month === 0 && day === 0) {
        if (required) report(`${label}を選択してください。`);
        return null;
      }
      const value = makeDate(year, month, day);
      if (!value) report(`${label}は年月日をすべて正しく選択してください。`);
      return value;
    },
    draft(value) {
      if (!value) return { year: '0', month: '0', day: '0' };
      const { year, month, day } = dateParts(value);
      return { year: String(year), month: String(month), day: String(day) };
    },
    put(value, out) {
      const { year, month, day } = value ? dateParts(value) : { year: 0, month: 0, day: 0 };
      out[codes.year] = year;
      out[codes.month] = month;
      out[codes.day] = day;
    },
    sample: { kind: 'date', nullable: !required },
  };
}

export function requiredDate(
  codes: { year: string; month: string; day: string },
  label: string,
): Field<PlainDate, DateDraft> {
  const field = dateSelects(codes, label, { required: true });
  return { ...field, receive: undefined, parse: (draft, report) => field.parse(draft, report) ?? undefined };
}
