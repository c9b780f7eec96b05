// Asks for birth date and sex, where courses, prices or options depend on them.

import { type ReactNode, useId, useState } from 'react';
import { today } from '#domain/calendar/clock.ts';
import { birthYears } from '#domain/calendar/written-date.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { BirthDateField } from '#examinee/parts/entry-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { RadioField } from '#web/ui/fields.tsx';
import { takeFocus } from '#web/ui/focus.ts';
import { useForm } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { personEntry } from '../contract.ts';
import type { ChosenPerson } from '../flow.ts';
import styles from './person-form.module.css';

interface PersonFormProps {
  children: ReactNode;
  initial: ChosenPerson | null;
  button: string;
  /** Set off from the card in which it opens. */
  inset?: boolean;
  onDone(person: ChosenPerson): void;
  onCancel(): void;
}

const type = personEntry.rule(({ birthDate }, report) => {
  if (birthDate && birthDate > today(new Date()))
    report('birthDate', '生年月日は年月日をすべて正しく選択してください。');
});

export function PersonForm({ children, initial, button, inset = false, onDone, onCancel }: PersonFormProps) {
  const why = useId();
  const dialogs = useDialogs();
  const form = useForm(type, initial ? personEntry.draft(initial) : personEntry.blank);
  const [years] = useState(() => birthYears(today(new Date())));
  return (
    <Form
      className={styles.form}
      data-inset={inset ? '' : undefined}
      aria-label="受診される方の生年月日と性別"
      aria-describedby={why}
      tabIndex={-1}
      ref={takeFocus}
      onSubmit={() => {
        const reading = form.submit();
        if (!reading.ok) return dialogs.inputError(reading.problems);
        const { birthDate, sex } = reading.value;
        if (birthDate) onDone({ birthDate, sex });
      }}
    >
      <p id={why}>{children}</p>
      <BirthDateField {...form.bind('birthDate')} years={years} />
      <div className={styles.sex}>
        <RadioField {...form.bind('sex')} marked words={SEX_WORDS} />
      </div>
      <Row gap="3" align="stretch">
        <Button onClick={onCancel}>閉じる</Button>
        <Button kind="primary" className={styles.done} type="submit">
          {button}
          <Icon name="right" />
        </Button>
      </Row>
    </Form>
  );
}
