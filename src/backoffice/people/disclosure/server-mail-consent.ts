// Whether a person's address wants invitations, since when, and by whose word.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { formatConsent } from '#domain/reservation/person.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import type { Person } from './server-person.ts';

interface MailConsent {
  accepts: boolean;
  at: Date;
  origin: 'link' | 'oneclick' | 'my_page' | 'booking' | 'staff';
}

const read = query<MailConsent>(
  'select accepts, at, origin from mail_wishes where institution_code = $1 and mail = $2',
);

/** Staff's names are nobody's business. */
const byWhom = (origin: MailConsent['origin']) => (origin === 'staff' ? '職員' : '本人');

export async function readMailConsent(db: Db, institutionCode: string, { mail }: Pick<Person, 'mail'>) {
  const [found] = await read(db, institutionCode, lowerAscii(mail));
  if (!found) return { wish: '', wishDate: '', wishBy: '' };
  return {
    wish: formatConsent(found.accepts),
    wishDate: formatOfficeDate(today(found.at)),
    wishBy: byWhom(found.origin),
  };
}
