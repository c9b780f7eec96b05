// Tells an examinee by mail that their password was changed: whoever has not done that learns of it where nobody else reads.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { PASSWORD_CHANGED } from '#domain/mail/built-in-mails.ts';
import type { Examinee, RequestContext } from '#server/service.ts';
import { ACCOUNT_HOLDER, type AccountHolder, writeAccountMail } from './account-mail.ts';

const findOwner = query<AccountHolder>(`${ACCOUNT_HOLDER} and e.examinee_id = $2`);
const write = query('select write_mails($1, $2::jsonb, $3)');

/** In the transaction that changes it. The text is not the institution's to write; its sender is that of password mails, and there is no copy. */
export async function mailPasswordChange(
  db: Db,
  { now, service }: Pick<RequestContext, 'now' | 'service'>,
  { institutionCode, examineeId }: Pick<Examinee, 'institutionCode' | 'examineeId'>,
): Promise<void> {
  const [owner] = await findOwner(db, institutionCode, examineeId);
  if (!owner) return;
  const mail = writeAccountMail(service.config, owner, {}, PASSWORD_CHANGED);
  await write(db, institutionCode, JSON.stringify([mail]), now);
}
