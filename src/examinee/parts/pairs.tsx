// What was entered, read back: a word and what stands for it, row by row; and whom a booking is for.
import type { ReactNode } from 'react';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import { type EntryName, entryRows } from '#domain/reservation/entry-form.ts';
import { formatConsent, type PersonData } from '#domain/reservation/person.ts';
import type { UserKind } from '#domain/reservation/user-kind.ts';
import { Muted, Text } from '#web/ui/layout.tsx';
import styles from './pairs.module.css';
import { NoWrap } from './texts.tsx';
import { writeDay } from './words.ts';

interface PairsProps {
  rows: readonly (readonly [word: string, content: ReactNode])[];
  /** What is read off letter by letter gets a line of its own on phones. */
  stacked?: boolean;
}

export function Pairs({ rows, stacked = false }: PairsProps) {
  return (
    <dl className={styles.pairs} data-ruled data-stacked={stacked ? '' : undefined}>
      {rows.map(([word, content]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{content}</dd>
        </div>
      ))}
    </dl>
  );
}

type Copied = Omit<PersonData, 'clientCode' | 'categoryCode' | 'familyName' | 'givenName' | 'familyKana' | 'givenKana'>;

interface ShownPerson extends Copied {
  name: string;
  kana: string;
  clientName: string;
  categoryName: string;
  age: number;
  /** The day at which the client counts ages; null = the day of the visit. */
  ageDate: PlainDate | null;
}

interface PersonPairsProps {
  kind: UserKind;
  person: ShownPerson;
  /** Fields that nobody was asked for. */
  unasked?: readonly EntryName[];
}

type Pair = readonly [label: string, content: ReactNode];

/** Which rows there are depends on who pays. */
export function PersonPairs({ kind, person, unasked = [] }: PersonPairsProps) {
  const { birthDate, sex, postalCode, prefecture, city, street } = person;
  const address = [postalCode && `〒${postalCode}`, `${prefecture}${city}`, street].filter(Boolean).join('\n');
  const contents: Partial<Record<EntryName, ReactNode>> = {
    ...person,
    categoryCode: person.categoryName,
    birthDate: birthDate && writeDay(birthDate),
    age: <AgeText age={person.age} at={person.ageDate} />,
    sex: sex && SEX_WORDS[sex],
    mail: <MailText mail={person.mail} />,
    acceptsMail: formatConsent(person.acceptsMail),
  };
  /** What is typed in several rows and shown as one stands in the first of them. */
  const joined: Partial<Record<EntryName, readonly Pair[]>> = {
    familyKana: [
      [
        '氏名',
        <Text key="name" as="b" size="l">
          {person.name}
        </Text>,
      ],
      ['氏名（カナ）', person.kana],
    ],
    givenKana: [],
    familyName: [],
    givenName: [],
    postalCode1: [['住所', address]],
    postalCode2: [],
    prefecture: [],
    city: [],
    street: [],
    mailAgain: [],
    ...(!isInsurerNumber(person.insurerNumber) && { insurerNumber: [] }),
  };
  const rows = entryRows(kind).filter(({ name, shown }) => shown && !unasked.includes(name));
  return (
    <Pairs
      rows={rows.flatMap(
        ({ name, label }) => joined[name] ?? [[label, contents[name] || <Muted as="span">（入力なし）</Muted>]],
      )}
    />
  );
}

/** `at` is the day at which the client counts ages; null = the day of the visit. */
export function AgeText({ age, at }: { age: number | null; at: PlainDate | null }) {
  if (age === null) return <Muted as="span">生年月日を選択すると表示されます。</Muted>;
  return (
    <>
      {age}歳
      <Muted as="span">
        <NoWrap>（{at ? writeDay(at) : '受診日'}時点の年齢）</NoWrap>
      </Muted>
    </>
  );
}

export function MailText({ mail }: { mail: string }) {
  const at = mail.lastIndexOf('@') + 1;
  return (
    <>
      {mail.slice(0, at)}
      <wbr />
      {mail.slice(at)}
    </>
  );
}
