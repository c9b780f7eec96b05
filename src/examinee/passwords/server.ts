// Answers the pages on which passwords are changed and reissued.
import { changePassword, reissuePassword } from '#account/passwords.ts';
import { checkBirthDate } from '#booking/policy/applicant-age.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { birthYears } from '#domain/calendar/written-date.ts';
import { type Handler, handle } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import { changePasswordCall, openForgotten, reissueCall } from './contract.ts';

const findInstitution = query<{ institutionName: string }>(`
  select name as "institutionName" from institutions where institution_code = $1`);

async function readInstitution(db: Db, institutionCode: string) {
  const [found] = await findInstitution(db, institutionCode);
  if (!found) throw notFound();
  return found;
}

export const passwordHandlers: Handler[] = [
  handle(changePasswordCall, async (db, who, { current, next }) => {
    await changePassword(db, who, current, next);
    return {};
  }),

  handle(openForgotten, async (db, who, { institutionCode }) => ({
    birthYears: birthYears(today(who.now)),
    ...(await readInstitution(db, institutionCode)),
  })),

  handle(reissueCall, async (db, who, { institutionCode, mail, birthDate }) => {
    const born = checkBirthDate(birthDate, today(who.now));
    await readInstitution(db, institutionCode);
    await reissuePassword(db, who, { institutionCode, mail, birthDate: born });
    return {};
  }),
];
