// The applicant's data as entered, read back before it is sent; what is shown, the kind of user says.
import type { ReactNode } from 'react';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import { ENTRY_LABELS, type EntryName, entryRows } from '#domain/reservation/entry-form.ts';
import type { UserKind } from '#domain/reservation/user-kind.ts';
import { AgeText } from '#examinee/parts/age-text.tsx';
import { MailText } from '#examinee/parts/mail-text.tsx';
import { Pairs } from '#examinee/parts/pairs.tsx';
import { Soft } from '#examinee/parts/texts.tsx';
import { SEX_WORDS, writeDay } from '#examinee/parts/words.ts';
import { namesOf } from '#web/names-of.ts';
import type { EntryValue } from '../entry-values.ts';
import styles from './confirm-person.module.css';

interface ConfirmPersonProps {
  kind: UserKind;
  entry: EntryValue;
  clientName: string;
  categoryName: string;
  age: number;
  /** The day at which the client counts ages; null = the day of the visit. */
  ageDate: PlainDate | null;
}

const NOTHING = <Soft>（入力なし）</Soft>;

export function ConfirmPerson({ kind, entry, clientName, categoryName, age, ageDate }: ConfirmPersonProps) {
  // In the order of the page.
  const texts: Partial<Record<EntryName, ReactNode>> = {
    clientName,
    ...(isInsurerNumber(entry.insurerNumber) && {
      insurerNumber: entry.insurerNumber,
      cardSymbol: entry.cardSymbol || NOTHING,
      cardNumber: entry.cardNumber || NOTHING,
    }),
    categoryCode: categoryName || NOTHING,
    companyName: entry.companyName || NOTHING,
    familyName: (
      <b className={styles.name}>
        {entry.familyName}　{entry.givenName}
      </b>
    ),
    familyKana: `${entry.familyKana}　${entry.givenKana}`,
    birthDate: entry.birthDate && writeDay(entry.birthDate),
    age: <AgeText age={age} at={ageDate} />,
    sex: entry.sex && SEX_WORDS[entry.sex],
    postalCode1: (
      <>
        <span className={styles.line}>
          〒{entry.postalCode1}-{entry.postalCode2}
        </span>
        <span className={styles.line}>
          {entry.prefecture}
          {entry.city}
        </span>
        {entry.street && <span className={styles.line}>{entry.street}</span>}
      </>
    ),
    phone: entry.phone,
    employeeNumber: entry.employeeNumber || NOTHING,
    mail: <MailText mail={entry.mail} />,
    acceptsMail: entry.acceptsMail ? '受け取る' : '受け取らない',
    remarks: entry.remarks ? <span className={styles.asTyped}>{entry.remarks}</span> : NOTHING,
  };
  const labels: Partial<Record<EntryName, string>> = {
    familyName: '氏名',
    familyKana: '氏名（カナ）',
    postalCode1: '住所',
  };
  const rows = new Map(entryRows(kind).map((row) => [row.name, row]));
  return (
    <Pairs
      rows={namesOf(texts)
        .filter((name) => rows.get(name)?.shown)
        .map((name) => [labels[name] ?? ENTRY_LABELS[name], texts[name]] as const)}
    />
  );
}
