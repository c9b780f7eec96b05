// What is seldom asked on the telephone: address, insurance card, company, the wish for invitations, remarks.
import { isNumericLine, LINE_ROWS } from '#domain/reservation/person.ts';
import { PREFECTURES } from '#domain/text/prefectures.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field-frame.tsx';
import { CheckboxField, inputProps, SelectField, TextArea, TextField } from '#web/ui/fields.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Grid, Muted, Stack } from '#web/ui/layout.tsx';
import { useAddressSearch } from '#web/use-address-search.ts';
import { bindTo, type CallerDraft, type CallerForm, type CallerName } from './caller-form.ts';
import styles from './more-fold.module.css';

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

export function MoreFold({ form, isIndividual, isOpen, onToggle }: MoreFoldProps) {
  const bind = <K extends CallerName>(name: K) => bindTo(form, name);
  const excerpt = excerptOf(form.draft);
  return (
    <details className={styles.fold} open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
      <summary>
        <Icon name={isOpen ? 'down' : 'right'} />
        <b>住所・保険・会社</b>
        {!isOpen && (
          <span className={styles.excerpt} title={excerpt}>
            {excerpt}
          </span>
        )}
      </summary>
      <Grid columns="1" gap="2" className={styles.fields}>
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
    </details>
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
