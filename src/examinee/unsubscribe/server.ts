// Answers the links in invitations: whom one is about, and what that address wants from now on.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { maskMail } from '#domain/text/characters.ts';
import { isHidden } from '#server/access/hidden-institutions.ts';
import { type ConsentOrigin, readAddressee, saveMailConsent } from '#server/mail/mail-consent.ts';
import { type Handler, handle, type Visitor } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { notFound } from '#wire/failure.ts';
import { acceptInvitations, openUnsubscribe, refuseByOneClick, refuseInvitations } from './contract.ts';

/** Whoever was invited had agreed, as far as no wish says otherwise. */
const readState = query<Omit<Reply<typeof openUnsubscribe>, 'maskedMail'>>(`
  select name as "institutionName", contract_phone as phone, phone_hours as "phoneHours",
         wants_invitations(institution_code, $2, true) as "acceptsMail"
    from institutions where institution_code = $1`);

function addresseeOf(who: Visitor, key: string) {
  const addressee = readAddressee(who.service.secret, key);
  if (!addressee || isHidden(who, addressee.institutionCode)) throw notFound();
  return addressee;
}

async function saveConsent(db: Db, who: Visitor, key: string, wish: { accepts: boolean; origin: ConsentOrigin }) {
  if (!(await saveMailConsent(db, addresseeOf(who, key), { ...wish, at: who.now }))) throw notFound();
  return {};
}

export const unsubscribeHandlers: Handler[] = [
  handle(openUnsubscribe, async (db, who, { key }) => {
    const { institutionCode, mail } = addresseeOf(who, key);
    const [found] = await readState(db, institutionCode, mail);
    if (!found) throw notFound();
    return { ...found, maskedMail: maskMail(mail) };
  }),

  handle(refuseInvitations, (db, who, { key }) => saveConsent(db, who, key, { accepts: false, origin: 'link' })),
  handle(acceptInvitations, (db, who, { key }) => saveConsent(db, who, key, { accepts: true, origin: 'link' })),
  handle(refuseByOneClick, (db, who, { key }) => saveConsent(db, who, key, { accepts: false, origin: 'oneclick' })),
];
