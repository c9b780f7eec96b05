// Answers the administrator's login screen.
import { answerAlive } from '#server/http/alive.ts';
import { type Handler, handle } from '#server/service.ts';
import { noSession } from '#wire/failure.ts';
import { isAlive, whoAmI } from './contract.ts';

export const loginHandlers: Handler[] = [
  handle(isAlive, answerAlive),

  handle(whoAmI, async (db, who) => {
    const row = await db
      .selectFrom('administrators as a')
      .innerJoin('institutions as i', 'i.institution_code', 'a.institution_code')
      .select(['i.name', 'a.display_name'])
      .where('a.institution_code', '=', who.institutionCode)
      .where('a.user_id', '=', who.userId)
      .executeTakeFirst();
    if (!row) throw noSession();
    return { institutionCode: who.institutionCode, userName: `${row.name}　${row.display_name}` };
  }),
];
