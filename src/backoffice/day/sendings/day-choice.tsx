// A day in three selects beside its name, which is chosen as soon as all three are.
import { useEffect, useId, useState } from 'react';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { DateSelects } from '#web/ui/date-field.tsx';
import { unbound } from '#web/ui/form.ts';
import { Row } from '#web/ui/layout.tsx';
import { type DateDraft, dateSelects } from '#wire/dates.ts';

const DAY = dateSelects({ year: 'year', month: 'month', day: 'day' }, '日');

interface DayChoiceProps {
  label: string;
  day: PlainDate;
  years: readonly number[];
  onChoose(day: PlainDate): void;
}

export function DayChoice({ label, day, years, onChoose }: DayChoiceProps) {
  const id = useId();
  const [draft, setDraft] = useState(DAY.draft(day));
  useEffect(() => setDraft(DAY.draft(day)), [day]);
  const change = (next: DateDraft) => {
    setDraft(next);
    const chosen = DAY.parse(next, () => {});
    if (chosen) onChoose(chosen);
  };
  return (
    <Row as="span" gap="2">
      <span>{label}</span>
      <DateSelects {...unbound(id, label, draft, change)} years={years} compact />
    </Row>
  );
}
