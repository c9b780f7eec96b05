// A month's screen: heading with the link to many days at once, the choice of the month, check, confirm, sending, and the bar with what is unsaved.

import { type ReactNode, useId, useState } from 'react';
import { type Month, monthsBetween } from '#domain/calendar/month.ts';
import { ActionBar } from '#web/action-bar.tsx';
import { BackToGuide } from '#web/master-screens/back-to-guide.tsx';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { PageHead } from '#web/page-head.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Form } from '#web/ui/form-element.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { MonthSteps } from '#web/ui/month-steps.tsx';
import { isUnsaved, type RowDraft, type Rows, useAllRows, useRowCounts } from '#web/ui/rows.ts';
import { changed, INPUT_PRESERVED, useSave } from '#web/use-save.ts';
import { useUnsaved } from '#web/use-unsaved.ts';
import styles from './month-frame.module.css';
import { NotifyButton, type NotifyProps } from './notify-button.tsx';

export interface Saved {
  sentence: string;
  notify?: NotifyProps['wanted'] | null;
}

interface MonthFrameProps<T, D extends RowDraft> {
  title: string;
  bulk: string;
  rows: Rows<T, D>;
  /** What else changes many days; it is given where to say that it is done. */
  tools?(report: (saved: Saved) => void): ReactNode;
  about(): ReactNode;
  save(rows: T[]): Promise<Saved>;
  /** The month is not as it was: loads it again under what was typed. */
  refresh(): Promise<void>;
  children: ReactNode;
}

export function MonthFrame<T, D extends RowDraft>(props: MonthFrameProps<T, D>) {
  const { title, rows } = props;
  const dialogs = useDialogs();
  const counts = useRowCounts(rows);
  const problem = useAllRows(rows).find(({ problems }) => problems.length > 0)?.problems[0];
  const { isBusy, save } = useSave();
  const [done, setDone] = useState<Saved | null>(null);
  useUnsaved(counts.editedCount > 0);

  const submit = () =>
    save(() => changed(rows.submit(), rows.editedCount(), '項目'), {
      ask: () => dialogs.confirm('更新しますか？', { details: props.about() }),
      send: props.save,
      done: setDone,
      async refused(failure) {
        await dialogs.inputError([...failure.sentences, ...(failure.is('Stale') ? [INPUT_PRESERVED] : [])]);
        // Afterwards: what is wrong is shown also where nothing can be loaded.
        if (failure.is('Refused', 'Stale')) await dialogs.attempt(props.refresh);
      },
    });

  return (
    <>
      <PageHead
        title={title}
        crumbs={['マスタ管理']}
        tools={
          <>
            <BackToGuide />
            {props.tools?.(setDone)}
            <LinkButton to={props.bulk}>期間一括登録</LinkButton>
          </>
        }
      />
      <Stack gap="3" fill below="6">
        {props.children}
      </Stack>
      <ActionBar
        {...counts}
        problem={problem?.sentence}
        done={
          done && (
            <>
              {done.sentence}
              {done.notify && <NotifyButton wanted={done.notify} />}
            </>
          )
        }
        onPrimary={submit}
      >
        <Button
          kind="quiet"
          className={styles.undo}
          disabled={counts.editedCount === 0}
          onClick={() => rows.editAll((row) => (isUnsaved(row) ? row.start : null))}
        >
          すべて元に戻す
        </Button>
        <SaveButton disabled={isBusy} onClick={submit}>
          更新
        </SaveButton>
      </ActionBar>
    </>
  );
}

interface MonthRowsOptions<M, T, D extends RowDraft> {
  make(month: M): Rows<T, D>;
  draftsOf(month: M): readonly D[];
  keyOf(draft: D): string;
}

/** Of the rows, `stale` are those that somebody else has changed under what was typed. */
export function useMonthRows<M, T, D extends RowDraft>(first: M, options: MonthRowsOptions<M, T, D>) {
  const { make, draftsOf, keyOf } = options;
  const begin = (of: M) => ({ month: of, rows: make(of), stale: new Set<string>() });
  const [shown, setShown] = useState(() => begin(first));
  return {
    ...shown,
    show: (next: M) => setShown(begin(next)),
    refresh(next: M) {
      const { rows } = shown;
      rows.rebase(draftsOf(next), keyOf);
      const changed = rows.all().filter(({ conflicts }) => conflicts.length > 0);
      setShown({ month: next, rows, stale: new Set(changed.map(({ id }) => id)) });
    },
  };
}

interface MonthChoiceProps {
  years: readonly number[];
  month: Month;
  /** False where it is given up, since something is unsaved. */
  onShow(month: Month): Promise<boolean>;
  children?: ReactNode;
  legend?: ReactNode;
}

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Chosen in selects and shown by a button, or the one before or after at once. */
export function MonthChoice({ years, month: shown, onShow, children, legend }: MonthChoiceProps) {
  const id = useId();
  const [{ year, month }, choose] = useState<Month>(shown);
  const [last, setLast] = useState(shown);
  // The calendar's keys have led to another one.
  if (monthsBetween(last, shown) !== 0) {
    setLast(shown);
    choose(shown);
  }
  async function go(next: Month) {
    choose(next);
    if (!(await onShow(next))) choose(shown);
  }

  return (
    <>
      <Form row gap="4" lines="2" className={styles.choice} data-hide="print" onSubmit={() => go({ year, month })}>
        <Row as="fieldset" wrap={false} gap="2" className={styles.selects}>
          <legend>年月</legend>
          <select
            aria-label="年"
            id={`${id}-year`}
            value={year}
            onChange={({ target }) => choose({ year: Number(target.value), month })}
          >
            {years.map((each) => (
              <option key={each} value={each}>
                {each}年
              </option>
            ))}
          </select>
          <select
            aria-label="月"
            id={`${id}-month`}
            value={month}
            onChange={({ target }) => choose({ year, month: Number(target.value) })}
          >
            {MONTHS.map((each) => (
              <option key={each} value={each}>
                {each}月
              </option>
            ))}
          </select>
        </Row>
        {children}
        <Button type="submit">表示</Button>
      </Form>
      <Row gap="2">
        <MonthSteps month={shown} canShow={(next) => years.includes(next.year)} onShow={go} />
        {legend}
      </Row>
    </>
  );
}
