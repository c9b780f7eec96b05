// From when to when, and on which weekdays: what the screens that set many days at once ask for.
import { WEEKDAYS } from '#domain/calendar/month.ts';
import { slashed } from '#domain/calendar/office-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { DateField } from '#web/ui/date-field.tsx';
import { CheckboxField, ChoicesField } from '#web/ui/fields.tsx';
import type { Bound } from '#web/ui/form.ts';
import type { DateDraft } from '#wire/dates.ts';

interface RangeForm {
  bind(name: 'from' | 'to'): Bound<DateDraft>;
  bind(name: 'weekdays'): Bound<string[]>;
  bind(name: 'holidays'): Bound<boolean>;
}

const OPTIONS = WEEKDAYS.map((label, at) => ({ value: String(at + 1), label }));

export function RangeFields({ form, years }: { form: RangeForm; years: readonly number[] }) {
  return (
    <>
      <DateField {...form.bind('from')} years={years} />
      <DateField {...form.bind('to')} years={years} />
      <ChoicesField {...form.bind('weekdays')} options={OPTIONS} />
      <CheckboxField
        {...form.bind('holidays')}
        text="祝日も対象にする"
        hint="選んだ曜日のほかに、期間内の祝日を加えます。"
      />
    </>
  );
}

interface Range {
  from: string | null;
  to: string | null;
  weekdays: readonly number[];
  holidays: boolean;
}

/** The same in the words of the confirm dialog. */
export function describeRange({ from, to, weekdays, holidays }: Range): Record<string, string> {
  const days = WEEKDAYS.filter((_, at) => weekdays.includes(at + 1)).join('・');
  return {
    期間: `${slash(from)} 〜 ${slash(to)}`,
    曜日: [days, holidays && '祝日'].filter(Boolean).join('・'),
  };
}

const slash = (date: PlainDate | null) => (date ? slashed(date) : '');
