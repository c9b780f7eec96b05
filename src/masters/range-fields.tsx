// From when to when, and on which weekdays: what the screens that set many days at once ask for.
import type { ReactNode } from 'react';
import { fiscalYearOf, fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { dateParts, makeDate, type PlainDate, WEEKDAYS } from '#domain/calendar/plain-date.ts';
import { Button } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { FieldGroup, InlineFields } from '#web/ui/field-frame.tsx';
import { CheckboxField, ChoicesField } from '#web/ui/fields.tsx';
import type { Bound } from '#web/ui/form.ts';
import type { DateDraft } from '#wire/dates.ts';

interface RangeForm {
  set(change: { from?: DateDraft; to?: DateDraft; weekdays?: string[] }): void;
  bind(name: 'from' | 'to'): Bound<DateDraft>;
  bind(name: 'weekdays'): Bound<string[]>;
  bind(name: 'holidays'): Bound<boolean>;
}

const OPTIONS = WEEKDAYS.map((label, at) => ({ value: String(at + 1), label }));

/** What is chosen most often, by one press each. */
const WEEKS: Readonly<Record<string, readonly string[]>> = {
  '月〜金': ['2', '3', '4', '5', '6'],
  '月〜土': ['2', '3', '4', '5', '6', '7'],
  毎日: OPTIONS.map(({ value }) => value),
};

interface Now {
  year: string;
  month: string;
  day: string;
}

const draftOf = (date: PlainDate): DateDraft => {
  const { year, month, day } = dateParts(date);
  return { year: String(year), month: String(month), day: String(day) };
};

function periodsFrom({ year, month, day }: Now) {
  const today = makeDate(Number(year), Number(month), Number(day)) ?? '';
  const fiscalYear = fiscalYearOf(today);
  const next = fiscalYearRange(fiscalYear + 1);
  return { 今日から年度末まで: { from: today, to: fiscalYearRange(fiscalYear).to }, [`${fiscalYear + 1}年度`]: next };
}

interface RangeFieldsProps {
  form: RangeForm;
  offered: { years: readonly number[]; now: Now };
  holidayHint: string;
}

export function RangeFields({ form, offered: { years, now }, holidayHint }: RangeFieldsProps) {
  return (
    <>
      <Shortcuts label="期間をまとめて選ぶ">
        {Object.entries(periodsFrom(now)).map(([label, { from, to }]) => (
          <Button key={label} onClick={() => form.set({ from: draftOf(from), to: draftOf(to) })}>
            {label}
          </Button>
        ))}
      </Shortcuts>
      <DateField {...form.bind('from')} years={years} />
      <DateField {...form.bind('to')} years={years} />
      <Shortcuts label="曜日をまとめて選ぶ">
        {Object.entries(WEEKS).map(([label, weekdays]) => (
          <Button key={label} onClick={() => form.set({ weekdays: [...weekdays] })}>
            {label}
          </Button>
        ))}
      </Shortcuts>
      <ChoicesField {...form.bind('weekdays')} options={OPTIONS} />
      <CheckboxField {...form.bind('holidays')} text="祝日も対象にする" hint={holidayHint} />
    </>
  );
}

function Shortcuts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <FieldGroup field={{ id: label, label, required: false, error: null }}>
      <InlineFields>{children}</InlineFields>
    </FieldGroup>
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

const slash = (date: PlainDate | null) => (date ? formatOfficeDate(date) : '');
