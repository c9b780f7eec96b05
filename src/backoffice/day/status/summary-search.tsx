// Counts reservations by frame: all live ones at first, then those in the ranges of days that are searched for.
import { useEffect, useRef, useState } from 'react';
import { findBackwards, RANGES, type Ranges } from '#backoffice/shared/contract-ranges.ts';
import { RangeField } from '#backoffice/shared/range-field.tsx';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useFocusTarget } from '#web/ui/focus.ts';
import { useForm } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Muted } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { Reply } from '#wire/call.ts';
import { searchSummary, summaryRanges } from './contract.ts';
import styles from './summary-search.module.css';

type Results = Reply<typeof searchSummary>['results'];

interface SummarySearchProps {
  years: readonly number[];
  /** Without any range, as of the last look. */
  all: Results;
  className?: string;
}

export function SummarySearch({ years, all, className }: SummarySearchProps) {
  const dialogs = useDialogs();
  const form = useForm(summaryRanges, summaryRanges.blank);
  const [searched, setSearched] = useState<Ranges | null>(null);
  const [found, setFound] = useState<Results | null>(null);
  const [isBusy, setBusy] = useState(false);
  const results = found ?? all;
  const latest = useRef(0);
  const reader = useFocusTarget<HTMLHeadingElement>();

  async function run(ranges: Ranges): Promise<boolean> {
    const request = ++latest.current;
    setBusy(true);
    try {
      const reply = await send(searchSummary, ranges);
      if (request !== latest.current) return false;
      setSearched(ranges);
      setFound(reply.results);
      return true;
    } catch (error) {
      // Who has logged in again to go on need not press again.
      return request === latest.current && (await dialogs.failure(error)) && run(ranges);
    } finally {
      if (request === latest.current) setBusy(false);
    }
  }

  async function submit() {
    const reading = form.submit();
    if (!reading.ok) return dialogs.inputError(reading.problems);
    const backwards = findBackwards(reading.value);
    if (backwards.length > 0) {
      return dialogs.inputError(backwards.map((problem) => ({ ...problem, inputId: form.bind(problem.field).id })));
    }
    if (await run(reading.value)) reader.bring();
  }

  function clear() {
    latest.current++;
    form.set(summaryRanges.blank);
    setBusy(false);
    setSearched(null);
    setFound(null);
  }

  // A new look at the page is one at what was searched for, too.
  const again = useRef(() => {});
  again.current = () => void (searched && run(searched));
  // biome-ignore lint/correctness/useExhaustiveDependencies: all counts come again with every look
  useEffect(() => again.current(), [all]);

  return (
    <div className={classes(styles.summary, className)}>
      <Panel
        title="予約件数の検索"
        hide="print"
        aside={
          <Button kind="plain" onClick={clear}>
            条件をクリア
          </Button>
        }
        flush
      >
        <Form
          className={styles.ranges}
          onSubmit={() => void submit()}
          onKeyDown={(event) => {
            // Browsers do so only from fields that are typed into.
            if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return;
            event.preventDefault();
            event.currentTarget.requestSubmit();
          }}
        >
          {RANGES.map(({ label, from, to }) => (
            <RangeField key={label} label={label} from={form.bind(from)} to={form.bind(to)} years={years} />
          ))}
          <Button kind="primary" type="submit" className={styles.search} disabled={isBusy} icon="search">
            検索
          </Button>
        </Form>
      </Panel>
      <Panel
        title="枠別の件数"
        heading={reader.place}
        aside={
          <Muted as="span" role="status">
            {found ? '検索結果' : 'すべての予約'}
          </Muted>
        }
        flush
      >
        {isBusy && <Loading text="数えています。" />}
        {results.length === 0 && <Muted inset="3">予約枠が登録されていません。</Muted>}
        <dl className={styles.results} data-ruled aria-busy={isBusy}>
          {results.map(({ frameCode, name, count }) => (
            <div key={frameCode}>
              <dt>{name}</dt>
              <dd>{count.toLocaleString('ja-JP')} 件</dd>
            </div>
          ))}
        </dl>
      </Panel>
    </div>
  );
}
