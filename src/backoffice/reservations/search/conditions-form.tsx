// What is asked of the server: the form of an extraction's conditions.
import { type ComponentProps, type Ref, useState } from 'react';
import { findBackwards } from '#backoffice/shared/contract-ranges.ts';
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
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { CheckboxField, ChoicesField, SelectField, TextField } from '#web/ui/fields.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { unbound, useForm } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Icon } from '#web/ui/icon.tsx';
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

  return (
    <Form ref={ref} className={styles.form} aria-label="検索条件" hidden={isHidden} onSubmit={() => search()}>
      <Row gap="2" align="end" below="2" className={styles.line}>
        <RangeField
          label="受診日"
          from={bind('visitFrom')}
          to={bind('visitTo')}
          years={choices.years}
          disabled={isOfNoFile}
        />
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
        <div className={styles.grow}>
          <SelectField
            {...bind('clientCode')}
            none="すべて"
            width="full"
            options={choices.clients.map(({ clientCode, name }) => ({ value: clientCode, label: name }))}
          />
        </div>
      </Row>
      <Row gap="2" align="end" below="2" className={styles.line}>
        <ChoicesField
          {...unbound<string[]>(
            'asked-statuses',
            '予約状況（選ばないときは変更前を除くすべて）',
            [...asked],
            (chosen) =>
              form.set({ statuses: SHOWN_STATUSES.filter((one) => chosen.includes(one)).flatMap(statusesShownAs) }),
          )}
          options={STATUS_OPTIONS}
        />
        <SelectField
          {...bind('origin')}
          none="すべて"
          width="short"
          options={Object.entries(ORIGIN_WORDS).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          {...bind('frameCode')}
          none="すべて"
          width="short"
          options={choices.frames.map(({ frameCode, name }) => ({ value: frameCode, label: name }))}
        />
        <TextField {...bind('fiscalYear')} value={zeroIsNone(form.draft.fiscalYear)} width="tiny" inputMode="numeric" />
        <TextField {...bind('number')} width="short" inputMode="numeric" />
      </Row>
      <Row gap="2" align="end" below="2" className={styles.line}>
        <RangeField
          label="予約登録日"
          from={bind('registeredFrom')}
          to={bind('registeredTo')}
          years={choices.years}
          disabled={isOfNoFile}
        />
        <RangeField
          label="予約更新日"
          from={bind('updatedFrom')}
          to={bind('updatedTo')}
          years={choices.years}
          disabled={isOfNoFile}
        />
        <Row as="span" inline align="stretch" push className={styles.end}>
          <Button kind="plain" onClick={() => form.set(conditions.blank)}>
            条件をクリア
          </Button>
          <Button kind="primary" type="submit">
            <Icon name="search" />
            検索
          </Button>
        </Row>
      </Row>
      <FoldedLine title="氏名・保険・会社・患者番号" isOpen={isPersonOpen} onToggle={setPersonOpen}>
        <TextField {...bind('kana')} width="middle" />
        <TextField {...bind('name')} width="middle" />
        <TextField {...bind('insurerName')} width="middle" />
        <TextField {...bind('companyName')} width="middle" />
        <TextField {...bind('cardSymbol')} width="short" />
        <TextField {...bind('patientNumber')} width="short" />
      </FoldedLine>
      <FoldedLine title="オプション" isOpen={isOptionOpen} onToggle={setOptionOpen}>
        <SelectField
          {...bind('groupCode')}
          onChange={(groupCode) => form.set({ groupCode, optionCode: '' })}
          none="すべて"
          options={choices.groups.map(({ groupCode, name }) => ({ value: groupCode, label: name }))}
        />
        <SelectField
          {...bind('optionCode')}
          none="すべて"
          disabled={form.draft.groupCode === ''}
          options={options.map(({ optionCode, name }) => ({ value: optionCode, label: name }))}
        />
      </FoldedLine>
    </Form>
  );
}

/** A number that was not searched by is 0 on the wire, and nothing to whoever types. */
const zeroIsNone = (text: string) => (text === '0' ? '' : text);

function FoldedLine({ title, children, ...fold }: Omit<ComponentProps<typeof Fold>, 'head'> & { title: string }) {
  return (
    <Fold {...fold} head={<b>{title}</b>}>
      <Row gap="2" align="end" below="2" className={styles.line}>
        {children}
      </Row>
    </Fold>
  );
}
