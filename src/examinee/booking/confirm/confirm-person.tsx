// The applicant's data as entered, read back before it is sent.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { isInsurerNumber } from '#domain/offer/sentinels.ts';
import { CARD_FIELDS } from '#domain/reservation/person.ts';
import type { UserKind } from '#domain/reservation/user-kind.ts';
import { PersonPairs } from '#examinee/parts/person-pairs.tsx';
import type { EntryValue } from '../entry-values.ts';

interface ConfirmPersonProps {
  kind: UserKind;
  entry: EntryValue;
  clientName: string;
  categoryName: string;
  age: number;
  ageDate: PlainDate | null;
}

export function ConfirmPerson({ kind, entry, ...known }: ConfirmPersonProps) {
  const { familyName, givenName, familyKana, givenKana, postalCode1, postalCode2 } = entry;
  const person = {
    ...entry,
    ...known,
    name: `${familyName}　${givenName}`,
    kana: `${familyKana}　${givenKana}`,
    postalCode: `${postalCode1}-${postalCode2}`,
  };
  return <PersonPairs kind={kind} person={person} unasked={isInsurerNumber(entry.insurerNumber) ? [] : CARD_FIELDS} />;
}
