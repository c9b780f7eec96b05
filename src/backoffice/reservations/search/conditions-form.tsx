// What is asked of the server: the form of an extraction's conditions.
import { type ComponentProps, type ReactNode, type Ref, useState } from 'react';
import { findBackwards, RANGES } from '#backoffice/shared/contract-ranges.ts';
import { PENDING } from '#backoffice/shared/open-search.ts';
import { RangeField } from '#backoffice/shared/range-field.tsx';
import { today } from '#domain/calendar/clock.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import {
  ORIGIN_WORDS,
  SHOWN_STATUS_WORDS,
  SHOWN_STATUSES,
  shownStatusOf,
  statusesShownAs,
} from '#domain/reservation/reservation-status.ts';
import { entriesOf } from '#web/names-of.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { CheckboxField, ChoicesField, SelectField, TextField } from '#web/ui/fields.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { unbound, useForm } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Row } from '#web/ui/layout.tsx';
import type { Draft } from '#wire/record.ts';
import { daysAround, isPending, PENDING_WORDS, toAsk, WORDS } from './conditions.ts';
import styles from './conditions-form.module.css';
import { type Choices, type Conditions, conditions } from './contract.ts';
import { BY_NUMBER, BY_VISIT, type Sort } from './narrow.ts';

interface ConditionsFormProps {
  choices: Choices;
  start: Conditions;
  onSearch(conditions: Conditions, order: Sort): void;
  isHidden: boolean;
  ref?: Ref<HTMLFormElement>;
}

type CodeName = 'clientCode' | 'origin' | 'frameCode' | 'groupCode' | 'optionCode';
const ORIGINS = entriesOf(ORIGIN_WORDS).map(([origin, name]) => ({ origin, name }));
const STATUS_OPTIONS = SHOWN_STATUSES.map((status) => ({ value: status, label: SHOWN_STATUS_WORDS[status] }));

export function ConditionsForm({ choices, start, onSearch, isHidden, ref }: ConditionsFormProps) {
  const dialogs = useDialogs();
  const form = useForm(conditions, conditions.draft(start));
  const [isPersonOpen, setPersonOpen] = useState(() => WORDS.some((name) => start[name] !== ''));
  const [isOptionOpen, setOptionOpen] = useState(start.groupCode !== '');
  // A search has nothing to save, and so nothing that is not saved yet.
  const bind = <K extends keyof Draft<typeof conditions> & string>(name: K) => ({ ...form.bind(name), edited: false });

  async function search(draft = form.draft, order = BY_NUMBER) {
    // What is not asked for can't be wrong.
    const result = conditions.read(conditions.tidy(toAsk(draft)));
    const backwards = result.ok ? findBackwards(result.value) : [];
    form.set(conditions.tidy(draft));
    if (result.ok && backwards.length === 0) return onSearch(result.value, order);
    form.submit();
    const fields = result.ok ? backwards : result.problems;
    setPersonOpen(true);
    setOptionOpen(true);
    await dialogs.inputError(fields.map(({ field, sentence }) => ({ field, sentence, inputId: bindId(field) })));
  }
  const bindId = (name: string) => form.bind(name as keyof Draft<typeof conditions> & string).id;

  const { visitFrom, visitTo } = conditions.fields;
  const showVisits = (from: PlainDate, to: PlainDate) =>
    search({ ...form.draft, visitFrom: visitFrom.draft(from), visitTo: visitTo.draft(to) }, BY_VISIT);
  const asked = new Set(form.draft.statuses.flatMap((status) => (status === '' ? [] : shownStatusOf(status))));
  const isOfNoFile = isPending(form.draft.downloadStatuses);
  const options = choices.options.filter(({ groupCode }) => groupCode === form.draft.groupCode);
  /** Of rows that have a code and a name. */
  const select = <N extends CodeName>(
    name: N,
    rows: readonly ({ name: string } & Record<N, string>)[],
    more?: Partial<ComponentProps<typeof SelectField>>,
  ) => (
    <SelectField
      {...bind(name)}
      none="すべて"
      options={rows.map((row) => ({ value: row[name], label: row.name }))}
      {...more}
    />
  );
  const range = ({ label, from, to }: (typeof RANGES)[number]) => (
    <RangeField label={label} from={bind(from)} to={bind(to)} years={choices.years} disabled={isOfNoFile} />
  );
  const statuses = unbound<string[]>(
    'asked-statuses',
    '予約状況（選ばないときは変更前を除くすべて）',
    [...asked],
    (chosen) => form.set({ statuses: SHOWN_STATUSES.filter((one) => chosen.includes(one)).flatMap(statusesShownAs) }),
  );

  return (
    <Form ref={ref} className={styles.form} aria-label="検索条件" hidden={isHidden} onSubmit={() => search()}>
      <Line>
        {range(RANGES[2])}
        <span className={styles.quick}>
          {daysAround(today(new Date())).map(([label, from, to]) => (
            <Button key={label} kind="quiet" disabled={isOfNoFile} onClick={() => showVisits(from, to)}>
              {label}
            </Button>
          ))}
        </span>
        <CheckboxField
          {...unbound('pending', 'CSV出力', isOfNoFile, (isChosen) =>
            form.set({ downloadStatuses: isChosen ? [...PENDING] : [] }),
          )}
          text={PENDING_WORDS}
          hint={isOfNoFile && '期間にかかわらず探します'}
        />
        <div className={styles.grow}>{select('clientCode', choices.clients, { width: 'full' })}</div>
      </Line>
      <Line>
        <ChoicesField {...statuses} options={STATUS_OPTIONS} />
        {select('origin', ORIGINS, { width: 'short' })}
        {select('frameCode', choices.frames, { width: 'short' })}
        <TextField {...bind('fiscalYear')} value={zeroIsNone(form.draft.fiscalYear)} width="tiny" inputMode="numeric" />
        <TextField {...bind('number')} width="short" inputMode="numeric" />
      </Line>
      <Line>
        {range(RANGES[0])}
        {range(RANGES[1])}
        <Row as="span" inline align="stretch" push className={styles.end}>
          <Button kind="plain" onClick={() => form.set(conditions.blank)}>
            条件をクリア
          </Button>
          <Button kind="primary" type="submit" icon="search">
            検索
          </Button>
        </Row>
      </Line>
      <Fold head={<b>氏名・保険・会社・患者番号</b>} isOpen={isPersonOpen} onToggle={setPersonOpen}>
        <Line>
          {WORDS.map((name) => (
            <TextField key={name} {...bind(name)} width={SHORT.includes(name) ? 'short' : 'middle'} />
          ))}
        </Line>
      </Fold>
      <Fold head={<b>オプション</b>} isOpen={isOptionOpen} onToggle={setOptionOpen}>
        <Line>
          {select('groupCode', choices.groups, {
            onChange: (groupCode) => form.set({ groupCode, optionCode: '' }),
          })}
          {select('optionCode', options, { disabled: form.draft.groupCode === '' })}
        </Line>
      </Fold>
    </Form>
  );
}

const SHORT: readonly string[] = ['cardSymbol', 'patientNumber'];

/** A number that was not searched by is 0 on the wire, and nothing to whoever types. */
const zeroIsNone = (text: string) => (text === '0' ? '' : text);

const Line = ({ children }: { children: ReactNode }) => (
  <Row gap="2" align="end" below="2" className={styles.line}>
    {children}
  </Row>
);
