// Column 1: whom it is for. In the order in which a caller is asked.
import type { KeyboardEvent, ReactNode } from 'react';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { parseBirthDate } from '#domain/calendar/written-date.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { isNumericLine, LINE_ROWS } from '#domain/reservation/person.ts';
import { PREFECTURES } from '#domain/text/prefectures.ts';
import { writeBirthDate } from '#web/ui/birth-date-field.tsx';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field-frame.tsx';
import { CheckboxField, inputProps, RadioField, SelectField, TextArea, TextField } from '#web/ui/fields.tsx';
import { Fold } from '#web/ui/fold.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Grid, Muted, Row, Stack, Text } from '#web/ui/layout.tsx';
import { useAddressSearch } from '#web/use-address-search.ts';
import type { Reply } from '#wire/call.ts';
import { type Booking, PLACES } from './booking.ts';
import styles from './caller-column.module.css';
import { bindTo, type CallerDraft, type CallerForm, type CallerName } from './caller-form.ts';
import { Column } from './column.tsx';
import type { findMailOwner } from './contract.ts';

const SEX_KEYS: Readonly<Record<string, keyof typeof SEX_WORDS>> = { m: 'male', f: 'female' };

interface CallerColumnProps extends Omit<MailProps, 'form'> {
  form: CallerForm;
  today: PlainDate;
  isIndividual: boolean;
  isFoldOpen: boolean;
  onFold(isOpen: boolean): void;
  /** The person's other reservations. */
  same: ReactNode;
  onEnd(): void;
}

export function CallerColumn({
  form,
  today,
  isIndividual,
  isFoldOpen,
  onFold,
  same,
  onEnd,
  ...mail
}: CallerColumnProps) {
  const bind = <K extends CallerName>(name: K) => bindTo(form, name);
  return (
    <Column number={1} title="受診者" onEnd={onEnd}>
      <Grid columns="1" gap="2">
        <Grid columns="2" gap="2">
          <TextField {...bind('familyKana')} width="full" />
          <TextField {...bind('givenKana')} width="full" />
        </Grid>
        <Grid columns="2" gap="2">
          <TextField {...bind('familyName')} width="full" />
          <TextField {...bind('givenName')} width="full" />
        </Grid>
        <BirthAndSex form={form} today={today} />
        <div className={styles.same}>{same}</div>
        <Grid columns="2" gap="2">
          <TextField {...bind('phone')} type="tel" inputMode="tel" width="full" />
          <TextField {...bind('patientNumber')} width="full" />
        </Grid>
        <MailPart form={form} {...mail} />
        <MoreFold form={form} isIndividual={isIndividual} isOpen={isFoldOpen} onToggle={onFold} />
        <TextArea {...bind('staffMemo')} rows={2} />
      </Grid>
    </Column>
  );
}

function BirthAndSex({ form, today }: Pick<CallerColumnProps, 'form' | 'today'>) {
  const birth = bindTo(form, 'birthDate');
  const sex = bindTo(form, 'sex');
  const date = parseBirthDate(birth.value, today);
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
        {date && writeBirthDate(date, today)}
      </Muted>
    </div>
  );
}

interface MailProps {
  form: CallerForm;
  sendMail: boolean;
  onSendMail(isOn: boolean): void;
  /** Who has an account under the address; null while that is not known. */
  owner: Reply<typeof findMailOwner> | null;
  theirPage: Booking['onTheirPage'];
  onTheirPage(choice: NonNullable<Booking['onTheirPage']>): void;
  onLeaveMail(): void;
}

const PAGE_WORDS = {
  shown: 'ご家族の予約として同じマイページに表示する',
  hidden: 'マイページには表示しない',
} as const;

/** The mail address, whether it is written to, and whose my page the reservation shows on. */
function MailPart({ form, sendMail, onSendMail, owner, theirPage, onTheirPage, onLeaveMail }: MailProps) {
  const mail = bindTo(form, 'mail');
  return (
    <div>
      <TextField
        {...mail}
        type="email"
        inputMode="email"
        width="full"
        onBlur={() => {
          mail.onBlur();
          onLeaveMail();
        }}
      />
      {mail.value.trim() !== '' && (
        <Row as="label" wrap={false} gap="2" className={styles.choice}>
          <input type="checkbox" checked={sendMail} onChange={(event) => onSendMail(event.target.checked)} />
          予約内容のメールを送る
        </Row>
      )}
      <div role="status">{owner?.owner === 'self' && <Muted>ご本人のマイページに表示されます。</Muted>}</div>
      {owner?.owner === 'other' && (
        <fieldset className={styles.others}>
          <legend>このメールアドレスは {withNarrowBlanks(owner.name)} 様のマイページで使われています。</legend>
          {(['shown', 'hidden'] as const).map((choice, at) => (
            <Row key={choice} as="label" wrap={false} gap="2" className={styles.choice}>
              <input
                type="radio"
                name="desk-their-page"
                id={at === 0 ? PLACES.theirPage : undefined}
                checked={theirPage === choice}
                onChange={() => onTheirPage(choice)}
              />
              {PAGE_WORDS[choice]}
            </Row>
          ))}
        </fieldset>
      )}
    </div>
  );
}

interface MoreFoldProps {
  form: CallerForm;
  isIndividual: boolean;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
}

/** What stands behind the fold, in a few words. */
const excerptOf = ({ city, street, companyName }: CallerDraft) =>
  [`${city}${street}`, companyName].filter(Boolean).join('・');

const PREFECTURE_OPTIONS = PREFECTURES.map((name) => ({ value: name, label: name }));

/** What is seldom asked on the telephone: address, insurance card, company, the wish for invitations, remarks. */
function MoreFold({ form, isIndividual, isOpen, onToggle }: MoreFoldProps) {
  const bind = <K extends CallerName>(name: K) => bindTo(form, name);
  const excerpt = excerptOf(form.draft);
  return (
    <Fold
      isOpen={isOpen}
      onToggle={onToggle}
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
        <PostalCode form={form} />
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
        {isIndividual && form.draft.mail.trim() !== '' && <CheckboxField {...bind('acceptsMail')} text="受け取る" />}
        <TextArea {...bind('remarks')} rows={2} />
      </Grid>
    </Fold>
  );
}

function PostalCode({ form }: Pick<MoreFoldProps, 'form'>) {
  const { found, search, takeCode } = useAddressSearch(form.draft, form.set);
  const halves = [bindTo(form, 'postalCode1'), bindTo(form, 'postalCode2')] as const;
  return (
    <Stack>
      <Muted as="span">郵便番号</Muted>
      <Stack gap="1" align="center" className={styles.code}>
        <input
          {...inputProps(halves[0])}
          onChange={takeCode(halves[0])}
          aria-label="郵便番号（前3桁）"
          inputMode="numeric"
        />
        <span aria-hidden="true">－</span>
        <input
          {...inputProps(halves[1])}
          onChange={takeCode(halves[1])}
          aria-label="郵便番号（後4桁）"
          inputMode="numeric"
        />
        <Button onClick={search}>
          <Icon name="search" />
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
