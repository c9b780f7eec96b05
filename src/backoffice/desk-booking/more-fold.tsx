// What is seldom asked on the telephone: address, insurance card, company, the wish for invitations, remarks.
import { PREFECTURES } from '#domain/text/prefectures.ts';
import { splitPostalCode } from '#domain/text/tidy.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field-frame.tsx';
import { CheckboxField, inputProps, SelectField, TextArea, TextField } from '#web/ui/fields.tsx';
import type { Bound } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
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
      <div className={styles.fields}>
        <PostalCode form={form} />
        <SelectField {...bind('prefecture')} options={PREFECTURE_OPTIONS} none="" width="full" />
        <TextField {...bind('city')} width="full" />
        <TextField {...bind('street')} width="full" />
        {!isIndividual && (
          <div className={styles.pair}>
            <TextField {...bind('cardSymbol')} width="full" />
            <TextField {...bind('cardNumber')} inputMode="numeric" width="full" />
          </div>
        )}
        <TextField {...bind('companyName')} width="full" />
        {!isIndividual && <TextField {...bind('employeeNumber')} width="full" />}
        {isIndividual && form.draft.mail.trim() !== '' && <CheckboxField {...bind('acceptsMail')} text="受け取る" />}
        <TextArea {...bind('remarks')} rows={2} />
      </div>
    </details>
  );
}

function PostalCode({ form }: Pick<MoreFoldProps, 'form'>) {
  const { found, search, forget } = useAddressSearch(form.draft, form.set);
  const halves = [bindTo(form, 'postalCode1'), bindTo(form, 'postalCode2')] as const;
  const take = (half: Bound<string>) => (event: { target: { value: string } }) => {
    forget();
    const whole = splitPostalCode(event.target.value);
    if (whole) form.set({ postalCode1: whole.first, postalCode2: whole.second });
    else half.onChange(event.target.value);
  };
  return (
    <div className={styles.postal}>
      <span className={styles.label}>郵便番号</span>
      <div className={styles.code}>
        <input
          {...inputProps(halves[0])}
          onChange={take(halves[0])}
          aria-label="郵便番号（前3桁）"
          inputMode="numeric"
        />
        <span aria-hidden="true">－</span>
        <input
          {...inputProps(halves[1])}
          onChange={take(halves[1])}
          aria-label="郵便番号（後4桁）"
          inputMode="numeric"
        />
        <Button onClick={search}>
          <Icon name="search" />
          住所検索
        </Button>
      </div>
      <p role="status" className={styles.label}>
        {found?.sentence}
      </p>
      {halves.map(({ id, error }) => (
        <FieldError key={id} id={`${id}-error`}>
          {error}
        </FieldError>
      ))}
    </div>
  );
}
