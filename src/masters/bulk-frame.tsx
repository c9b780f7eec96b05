// A screen that sets many days at once: heading, from when to when and on which weekdays, check, confirm, sending, completion, and the way back to the month.
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { fiscalYearOf, fiscalYearRange } from '#domain/calendar/fiscal-year.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { dateParts, makeDate, type PlainDate, WEEKDAYS } from '#domain/calendar/plain-date.ts';
import { ActionBar, BarForm } from '#web/action-bar.tsx';
import { BackToGuide } from '#web/master-screens/back-to-guide.tsx';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { useOpenNotice } from '#web/open-notice.ts';
import { PageHead } from '#web/page-head.tsx';
import { Button, LeaveButton } from '#web/ui/button.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { CLOSE, DISMISSED } from '#web/ui/dialog-box.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { FieldGroup, InlineFields } from '#web/ui/field-frame.tsx';
import { CheckboxField, ChoicesField } from '#web/ui/fields.tsx';
import type { Bound, PlacedProblem } from '#web/ui/form.ts';
import { type Checked, useSave } from '#web/use-save.ts';
import { useUnsaved } from '#web/use-unsaved.ts';
import type { DateDraft } from '#wire/dates.ts';
import { NOTIFY, type NotifyProps } from './notify-button.tsx';

interface Registered {
  details: ReactNode;
  notify: NotifyProps['wanted'] | null;
}

interface BulkFrameProps<T> {
  master: string;
  month: string;
  form: {
    problems: readonly PlacedProblem[];
    editedCount: number;
    submit(): Checked<T>;
  };
  about(value: T): ReactNode;
  isGrave?(value: T): boolean;
  register(value: T): Promise<Registered>;
  opensAt(value: T): string;
  /** What most people register after this, in the same form. */
  next?: { label: string; go(): void } | undefined;
  children: ReactNode;
}

const NEXT = 'next';

export function BulkFrame<T>(props: BulkFrameProps<T>) {
  const { master, form, children } = props;
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const { isBusy, save } = useSave();
  const openNotice = useOpenNotice();
  const allowLeaving = useUnsaved(form.editedCount > 0);

  const submit = () =>
    save(form.submit, {
      ask: (value) =>
        dialogs.confirm('登録しますか？', { details: props.about(value), danger: props.isGrave?.(value) }),
      send: props.register,
      async done({ details, notify }, value) {
        // Who goes on would leave those behind who have to be informed.
        const next = notify ? undefined : props.next;
        const answer = await dialogs.show({
          title: '期間一括登録',
          tone: 'done',
          lead: '一括登録が終了しました。',
          details,
          buttons: [
            ...(notify ? [{ label: NOTIFY, kind: 'secondary' as const, answer: 'notify' }] : []),
            ...(next ? [{ label: next.label, kind: 'secondary' as const, answer: NEXT }] : []),
            CLOSE,
          ],
        });
        if (next && answer === NEXT) return next.go();
        allowLeaving();
        if (answer === DISMISSED) return;
        if (notify && answer === 'notify' && (await openNotice(notify))) return;
        // In the place of the form, which would come back empty.
        navigate(props.opensAt(value), { replace: true });
      },
    });

  return (
    <>
      <PageHead
        title="期間一括登録"
        crumbs={['マスタ管理', { label: master, to: props.month }]}
        tools={<BackToGuide />}
      />
      <BarForm onSubmit={submit}>
        {children}
        <ActionBar editedCount={0} problemCount={form.problems.length} onPrimary={submit}>
          <LeaveButton onClick={() => navigate(props.month)} />
          <SaveButton type="submit" disabled={isBusy}>
            登録
          </SaveButton>
        </ActionBar>
      </BarForm>
    </>
  );
}

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

/** The range in the words of the confirm dialog. */
export function describeRange({ from, to, weekdays, holidays }: Range): Record<string, string> {
  const days = WEEKDAYS.filter((_, at) => weekdays.includes(at + 1)).join('・');
  return {
    期間: `${formatOfficeDate(from ?? '')} 〜 ${formatOfficeDate(to ?? '')}`,
    曜日: [days, holidays && '祝日'].filter(Boolean).join('・'),
  };
}
