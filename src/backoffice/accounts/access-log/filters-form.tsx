// By what the access log is searched: days, a person, an act, an outcome, a reservation.
import { RangeField } from '#backoffice/shared/range-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { SelectField, TextField } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Row } from '#web/ui/layout.tsx';
import type { Reply } from '#wire/call.ts';
import type { Draft } from '#wire/record.ts';
import { findBackwards, type LogFilters, logFilters, OUTCOME_WORDS, type openLog } from './contract.ts';
import styles from './filters-form.module.css';

interface FiltersFormProps {
  choices: Pick<Reply<typeof openLog>, 'staff' | 'acts' | 'to'>;
  start: LogFilters;
  /** What 条件をクリア goes back to. */
  first: LogFilters;
  isBusy: boolean;
  onSearch(filters: LogFilters): void;
}

/** As long as entries are kept at the most. */
const YEARS = 10;
const OUTCOMES = Object.entries(OUTCOME_WORDS).map(([value, label]) => ({ value, label }));

export function FiltersForm({ choices, start, first, isBusy, onSearch }: FiltersFormProps) {
  const dialogs = useDialogs();
  const form = useForm(logFilters, logFilters.draft(start));
  // A search has nothing to save, and so nothing that is not saved yet.
  const bind = <K extends keyof Draft<typeof logFilters> & string>(name: K) => ({ ...form.bind(name), edited: false });
  const thisYear = Number(choices.to?.slice(0, 4));
  const years = Array.from({ length: YEARS + 1 }, (_, back) => thisYear - YEARS + back);

  function search() {
    const reading = form.submit();
    if (!reading.ok) return dialogs.inputError(reading.problems);
    const backwards = findBackwards(reading.value);
    if (backwards) return dialogs.inputError([{ field: 'to', sentence: backwards, inputId: form.bind('to').id }]);
    return onSearch(reading.value);
  }

  return (
    <Form className={styles.form} aria-label="検索条件" onSubmit={() => void search()}>
      <RangeField label="期間" from={bind('from')} to={bind('to')} years={years} />
      <SelectField
        {...bind('userId')}
        none="すべて"
        width="short"
        options={choices.staff.map(({ userId, name }) => ({ value: userId, label: `${name}（${userId}）` }))}
      />
      <SelectField
        {...bind('act')}
        none="すべて"
        width="short"
        options={choices.acts.map(({ act, name }) => ({ value: act, label: name }))}
      />
      <SelectField {...bind('outcome')} none="すべて" width="short" options={OUTCOMES} />
      <TextField {...bind('number')} width="short" inputMode="numeric" />
      <Row as="span" inline align="stretch" push className={styles.end}>
        <Button kind="plain" onClick={() => form.set(logFilters.draft(first))}>
          条件をクリア
        </Button>
        <Button kind="primary" type="submit" disabled={isBusy} icon="search">
          検索
        </Button>
      </Row>
    </Form>
  );
}
