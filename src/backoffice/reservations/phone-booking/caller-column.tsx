// Column 1: whom it is for. In the order in which a caller is asked.
import type { KeyboardEvent } from 'react';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { SamePersonPanel } from '#backoffice/shared/same-person-panel.tsx';
import { parseBirthDate } from '#domain/calendar/written-date.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { isNumericLine, LINE_ROWS } from '#domain/reservation/person.ts';
import { PREFECTURES } from '#domain/text/prefectures.ts';
import { entriesOf } from '#web/names-of.ts';
import { createPreference } from '#web/preferences.ts';
import { writeBirthDate } from '#web/ui/birth-date-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field-frame.tsx';
import { CheckboxField, inputProps, RadioField, SelectField, TextArea, TextField } from '#web/ui/fields.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Grid, Muted, Row, Stack, Text } from '#web/ui/layout.tsx';
import { useAddressSearch } from '#web/use-address-search.ts';
import { PLACES } from './booking.ts';
import styles from './caller-column.module.css';
import { bindTo, type CallerName } from './caller-form.ts';
import { Column, enterColumn } from './column.tsx';
import type { PhoneBookingState } from './use-phone-booking-state.ts';

const SEX_KEYS: Readonly<Record<string, keyof typeof SEX_WORDS>> = { m: 'male', f: 'female' };

/** Whether what is seldom asked on the telephone is unfolded. */
export const fold = createPreference<boolean>('desk-booking-fold', false);

type Props = { state: PhoneBookingState };

const binder =
  ({ form }: PhoneBookingState) =>
  <K extends CallerName>(name: K) =>
    bindTo(form, name);

export function CallerColumn({ state }: Props) {
  const bind = binder(state);
  return (
    <Column number={1} title="受診者" onEnd={() => enterColumn(2)}>
      <Grid columns="1" gap="2">
        <Grid columns="2" gap="2">
          <TextField {...bind('familyKana')} width="full" />
          <TextField {...bind('givenKana')} width="full" />
        </Grid>
        <Grid columns="2" gap="2">
          <TextField {...bind('familyName')} width="full" />
          <TextField {...bind('givenName')} width="full" />
        </Grid>
        <BirthAndSex state={state} />
        <div className={styles.same}>
          {state.person && (
            <SamePersonPanel
              asked={state.person}
              fiscalYear={state.choices.fiscalYear}
              exceptNumber={state.opening.replaces}
              onYearCount={state.setOthersInYear}
            />
          )}
        </div>
        <Grid columns="2" gap="2">
          <TextField {...bind('phone')} type="tel" inputMode="tel" width="full" />
          <TextField {...bind('patientNumber')} width="full" />
        </Grid>
        <MailPart state={state} />
        <MoreFold state={state} />
        <TextArea {...bind('staffMemo')} rows={2} />
      </Grid>
    </Column>
  );
}

function BirthAndSex({ state }: Props) {
  const birth = bindTo(state.form, 'birthDate');
  const sex = bindTo(state.form, 'sex');
  const date = parseBirthDate(birth.value, state.today);
  const chooseByKey = (event: KeyboardEvent) => {
    const chosen = SEX_KEYS[event.key.toLowerCase()];
    if (!chosen || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    sex.onChange(chosen);
  };
  return (
    <div>
      <Stack gap="2" className={styles.birth}>
        <TextField {...birth} width="full" />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys beside those that the radios have */}
        <div onKeyDown={chooseByKey}>
          <RadioField {...sex} marked words={SEX_WORDS} />
        </div>
      </Stack>
      <Muted className={styles.message} role="status">
        {date && writeBirthDate(date, state.today)}
      </Muted>
    </div>
  );
}

const PAGE_WORDS = {
  shown: 'ご家族の予約として同じマイページに表示する',
  hidden: 'マイページには表示しない',
} as const;

function MailPart({ state: { form, mail } }: Props) {
  const { owner } = mail;
  const field = bindTo(form, 'mail');
  return (
    <div>
      <TextField
        {...field}
        type="email"
        inputMode="email"
        width="full"
        onBlur={() => {
          field.onBlur();
          mail.onLeaveMail();
        }}
      />
      {field.value.trim() !== '' && (
        <Row as="label" wrap={false} gap="2" className={styles.choice}>
          <input type="checkbox" checked={mail.sendMail} onChange={(event) => mail.onSendMail(event.target.checked)} />
          予約内容のメールを送る
        </Row>
      )}
      <div role="status">{owner?.owner === 'self' && <Muted>ご本人のマイページに表示されます。</Muted>}</div>
      {owner?.owner === 'other' && (
        <fieldset className={styles.others}>
          <legend>このメールアドレスは {withNarrowBlanks(owner.name)} 様のマイページで使われています。</legend>
          {entriesOf(PAGE_WORDS).map(([choice, words], at) => (
            <Row key={choice} as="label" wrap={false} gap="2" className={styles.choice}>
              <input
                type="radio"
                name="desk-their-page"
                id={at === 0 ? PLACES.theirPage : undefined}
                checked={mail.theirPage === choice}
                onChange={() => mail.onTheirPage(choice)}
              />
              {words}
            </Row>
          ))}
        </fieldset>
      )}
    </div>
  );
}

const PREFECTURE_OPTIONS = PREFECTURES.map((name) => ({ value: name, label: name }));

/** What is seldom asked on the telephone: address, insurance card, company, the wish for invitations, remarks. */
function MoreFold({ state }: Props) {
  const isOpen = fold.use();
  const bind = binder(state);
  const { isIndividual } = state;
  const { city, street, companyName, mail } = state.form.draft;
  const excerpt = [`${city}${street}`, companyName].filter(Boolean).join('・');
  return (
    <Fold
      isOpen={isOpen}
      onToggle={fold.set}
      head={
        <>
          <b>住所・保険・会社</b>
          {!isOpen && (
            <Text as="span" tone="faint" cut title={excerpt}>
              {excerpt}
            </Text>
          )}
        </>
      }
    >
      <Grid columns="1" gap="2" below="2">
        <PostalCode state={state} />
        <SelectField {...bind('prefecture')} options={PREFECTURE_OPTIONS} none="" width="full" />
        <TextField {...bind('city')} width="full" />
        <TextField {...bind('street')} width="full" />
        {LINE_ROWS[isIndividual ? 'individual' : 'insurance'].map(({ label, names }) => (
          <Stack key={label} gap="2" className={styles.row}>
            {names.map((name) => (
              <TextField key={name} {...bind(name)} inputMode={isNumericLine(name) ? 'numeric' : 'text'} width="full" />
            ))}
          </Stack>
        ))}
        {isIndividual && mail.trim() !== '' && <CheckboxField {...bind('acceptsMail')} text="受け取る" />}
        <TextArea {...bind('remarks')} rows={2} />
      </Grid>
    </Fold>
  );
}

function PostalCode({ state: { form } }: Props) {
  const { found, search, takeCode } = useAddressSearch(form.draft, form.set);
  const halves = [bindTo(form, 'postalCode1'), bindTo(form, 'postalCode2')] as const;
  const half = (at: 0 | 1, label: string) => (
    <input
      {...inputProps(halves[at])}
      onChange={takeCode(halves[at])}
      aria-label={`郵便番号（${label}）`}
      inputMode="numeric"
    />
  );
  return (
    <Stack>
      <Muted as="span">郵便番号</Muted>
      <Stack gap="1" align="center" className={styles.code}>
        {half(0, '前3桁')}
        <span aria-hidden="true">－</span>
        {half(1, '後4桁')}
        <Button icon="search" onClick={search}>
          住所検索
        </Button>
      </Stack>
      <Muted role="status">{found?.sentence}</Muted>
      {halves.map(({ id, error }) => (
        <FieldError key={id} id={`${id}-error`}>
          {error}
        </FieldError>
      ))}
    </Stack>
  );
}
