// The fields of a correction, each with what stood there before.
import { type ReactNode, useEffect } from 'react';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { LINE_ROWS } from '#domain/reservation/person.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { PREFECTURES } from '#domain/text/prefectures.ts';
import { BirthDateField } from '#web/ui/birth-date-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { FieldError, FieldGroup, FieldHint, OtherValue } from '#web/ui/field-frame.tsx';
import { inputProps, RadioField, SelectField, TextField } from '#web/ui/fields.tsx';
import type { Bound, Form } from '#web/ui/form.ts';
import { Grid, Row, Stack } from '#web/ui/layout.tsx';
import { useAddressSearch } from '#web/use-address-search.ts';
import type { Draft, Value } from '#wire/record.ts';
import type { personForm } from '../contract-correct.ts';
import styles from './correction-fields.module.css';

type PersonDraft = Draft<typeof personForm>;
type PersonForm = Form<(typeof personForm)['fields'], Value<typeof personForm>, PersonDraft>;
type Name = keyof PersonDraft;

interface CorrectionFieldsProps {
  form: PersonForm;
  start: PersonDraft;
  clientCode: string;
  today: PlainDate;
  blocked: readonly Name[];
}

const PREFECTURE_OPTIONS = PREFECTURES.map((name) => ({ value: name, label: name }));
const BLOCKED = 'このままでは訂正できません。';

export function CorrectionFields({ form, start, clientCode, today, blocked }: CorrectionFieldsProps) {
  const bind = <N extends Name>(name: N, label?: string): Bound<PersonDraft[N]> => {
    const field = form.bind(name);
    const error = field.error ?? (blocked.includes(name) ? BLOCKED : null);
    return { ...field, error, label: label ?? field.label, required: false };
  };
  const before = (name: Name) => <Before key={name} field={form.bind(name)} text={wordOf(name, start[name])} />;
  const hint = (name: Name) => (form.bind(name).edited ? before(name) : undefined);
  const pair = (label: string, one: Name, other: Name) => (
    <PairField key={one} label={label} fields={[bind(one), bind(other)]} before={[before(one), before(other)]} />
  );
  const first = form.bind('familyKana').id;
  useEffect(() => document.getElementById(first)?.focus(), [first]);

  return (
    <Stack gap="2" className={styles.fields}>
      {pair('カナ氏名', 'familyKana', 'givenKana')}
      {pair('氏名', 'familyName', 'givenName')}
      <BirthDateField field={bind('birthDate')} today={today} note={hint('birthDate')} />
      <div className={styles.radio} data-edited={form.bind('sex').edited ? '' : undefined}>
        <RadioField {...bind('sex')} words={SEX_WORDS} hint={hint('sex')} />
      </div>
      <TextField {...bind('phone')} type="tel" inputMode="tel" width="full" hint={hint('phone')} />
      <TextField {...bind('mail', 'メール')} type="email" width="full" hint={hint('mail')} />
      <PostalCodeField
        form={form}
        fields={[bind('postalCode1'), bind('postalCode2')]}
        before={`${start.postalCode1}-${start.postalCode2}`.replace(/^-$/, '')}
      />
      <SelectField
        {...bind('prefecture')}
        options={PREFECTURE_OPTIONS}
        none="未選択"
        width="full"
        hint={hint('prefecture')}
      />
      <TextField {...bind('city')} width="full" hint={hint('city')} />
      <TextField {...bind('street')} width="full" hint={hint('street')} />
      {LINE_ROWS[payerOf(clientCode)].map(({ label, names }) => {
        const [one, other] = names;
        if (one && other) return pair(label, one, other);
        return names.map((name) => <TextField key={name} {...bind(name)} width="full" hint={hint(name)} />);
      })}
    </Stack>
  );
}

const wordOf = (name: Name, value: string) =>
  name === 'sex' && value in SEX_WORDS ? SEX_WORDS[value as 'male'] : value;

/** Where a colleague was faster, theirs stands there instead. */
function Before({ field, text }: { field: Bound<string>; text: string }) {
  if (!field.edited || field.theirs !== undefined) return null;
  return <span className={styles.before}>前 {text || '（なし）'}</span>;
}

type Pair = readonly [Bound<string>, Bound<string>];

interface SeveralProps {
  fields: Pair;
  before: readonly ReactNode[];
}

function FieldMessages({ fields, before }: SeveralProps) {
  return (
    <>
      {fields.some(({ edited }) => edited) && <FieldHint>{before}</FieldHint>}
      {fields.map((field) => (
        <OtherValue key={field.id} field={field} />
      ))}
      {fields.map(({ id, error }) => (
        <FieldError key={id} id={`${id}-error`}>
          {error}
        </FieldError>
      ))}
    </>
  );
}

const asGroup = (label: string, { id }: Bound<string>) => ({ id: `${id}-row`, label, required: false, error: null });

function PairField({ label, fields, before }: SeveralProps & { label: string }) {
  return (
    <FieldGroup field={asGroup(label, fields[0])}>
      <Grid as="span" columns="2" gap="1-half" className={styles.pair}>
        {fields.map((field) => (
          <input key={field.id} {...inputProps(field)} aria-label={field.label} type="text" autoComplete="off" />
        ))}
      </Grid>
      <FieldMessages fields={fields} before={before} />
    </FieldGroup>
  );
}

const asOne = ([one, other]: Pair): Bound<string> => ({
  ...one,
  edited: one.edited || other.edited,
  theirs: one.theirs ?? other.theirs,
});

function PostalCodeField({ form, fields, before }: { form: PersonForm; fields: Pair; before: string }) {
  const { found, search, takeCode } = useAddressSearch(form.draft, form.set);
  const half = (field: Bound<string>) => (
    <input
      {...inputProps(field)}
      onChange={takeCode(field)}
      aria-label={field.label}
      data-width="code"
      inputMode="numeric"
      autoComplete="off"
    />
  );
  return (
    <FieldGroup field={asGroup('郵便番号', fields[0])}>
      <Row as="span" wrap={false} gap="1" className={styles.code}>
        {half(fields[0])}－{half(fields[1])}
        <Button onClick={search}>住所検索</Button>
      </Row>
      <FieldHint role="status">{found?.sentence}</FieldHint>
      <FieldMessages fields={fields} before={[<Before key="code" field={asOne(fields)} text={before} />]} />
    </FieldGroup>
  );
}
