// Column 1: whom it is for. In the order in which a caller is asked.
import type { KeyboardEvent, ReactNode } from 'react';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { parseBirthDate } from '#domain/calendar/written-date.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { writeBirthDate } from '#web/ui/birth-date-field.tsx';
import { RadioField, TextArea, TextField } from '#web/ui/fields.tsx';
import styles from './caller-column.module.css';
import { bindTo, type CallerForm, type CallerName } from './caller-form.ts';
import { Column } from './column.tsx';
import { MailPart, type MailProps } from './mail-part.tsx';
import { MoreFold } from './more-fold.tsx';

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
      <div className={styles.fields}>
        <div className={styles.pair}>
          <TextField {...bind('familyKana')} width="full" />
          <TextField {...bind('givenKana')} width="full" />
        </div>
        <div className={styles.pair}>
          <TextField {...bind('familyName')} width="full" />
          <TextField {...bind('givenName')} width="full" />
        </div>
        <BirthAndSex form={form} today={today} />
        <div className={styles.same}>{same}</div>
        <div className={styles.pair}>
          <TextField {...bind('phone')} type="tel" inputMode="tel" width="full" />
          <TextField {...bind('patientNumber')} width="full" />
        </div>
        <MailPart form={form} {...mail} />
        <MoreFold form={form} isIndividual={isIndividual} isOpen={isFoldOpen} onToggle={onFold} />
        <TextArea {...bind('staffMemo')} rows={2} />
      </div>
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
      <div className={styles.birth}>
        <TextField {...birth} width="full" />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys beside those that the radios have */}
        <div onKeyDown={chooseByKey}>
          <RadioField {...sex} marked words={SEX_WORDS} />
        </div>
      </div>
      <p className={styles.told} role="status">
        {date && writeBirthDate(date, today)}
      </p>
    </div>
  );
}
