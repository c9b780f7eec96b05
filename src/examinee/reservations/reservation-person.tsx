// Whom a reservation is for, as entered at the booking; which rows there are depends on who pays.
import type { ReactNode } from 'react';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import { ENTRY_LABELS, type EntryName, entryRows } from '#domain/reservation/entry-form.ts';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { AgeText } from '#examinee/parts/age-text.tsx';
import { MailText } from '#examinee/parts/mail-text.tsx';
import { Pairs } from '#examinee/parts/pairs.tsx';
import { Soft } from '#examinee/parts/texts.tsx';
import { SEX_WORDS, writeDay } from '#examinee/parts/words.ts';
import type { ShownReservation } from './contract-reservation.ts';
import styles from './reservation-person.module.css';

const NOTHING = <Soft>（入力なし）</Soft>;

type Row = readonly [row: EntryName, word: string, content: ReactNode];

export function ReservationPerson({ reservation }: { reservation: ShownReservation }) {
  const { postalCode, prefecture, city, street, birthDate, sex, remarks } = reservation;
  const plain = (name: EntryName, content: string): Row => [name, ENTRY_LABELS[name], content || NOTHING];
  const rows: Row[] = [
    plain('clientName', reservation.clientName),
    ...(isInsurerNumber(reservation.insurerNumber) ? [plain('insurerNumber', reservation.insurerNumber)] : []),
    plain('cardSymbol', reservation.cardSymbol),
    plain('cardNumber', reservation.cardNumber),
    plain('categoryCode', reservation.categoryName),
    plain('companyName', reservation.companyName),
    [
      'familyName',
      '氏名',
      <b key="name" className={styles.name}>
        {reservation.name}
      </b>,
    ],
    ['familyKana', '氏名（カナ）', reservation.kana],
    plain('birthDate', writeDay(birthDate)),
    ['age', ENTRY_LABELS.age, <AgeText key="age" age={reservation.age} at={reservation.ageDate} />],
    plain('sex', SEX_WORDS[sex]),
    [
      'postalCode1',
      '住所',
      <span key="address" className={styles.asTyped}>
        {[postalCode && `〒${postalCode}`, `${prefecture}${city}`, street].filter(Boolean).join('\n')}
      </span>,
    ],
    plain('phone', reservation.phone),
    plain('employeeNumber', reservation.employeeNumber),
    ['mail', ENTRY_LABELS.mail, <MailText key="mail" mail={reservation.mail} />],
    plain('acceptsMail', reservation.acceptsMail ? '受け取る' : '受け取らない'),
    [
      'remarks',
      ENTRY_LABELS.remarks,
      remarks ? (
        <span key="remarks" className={styles.asTyped}>
          {remarks}
        </span>
      ) : (
        NOTHING
      ),
    ],
  ];
  const payer = payerOf(reservation.clientCode);
  const shown = new Set(entryRows({ origin: 'my-page', payer }).flatMap((row) => (row.shown ? [row.name] : [])));
  return <Pairs rows={rows.filter(([name]) => shown.has(name)).map(([, word, content]) => [word, content] as const)} />;
}
