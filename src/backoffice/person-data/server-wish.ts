// Whether a person's address wants invitations, since when, and by whose word.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { slashed } from '#domain/calendar/office-dates.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import type { Person } from './server-person.ts';

interface Wish {
  accepts: boolean;
  at: Date;
  origin: 'link' | 'oneclick' | 'my_page' | 'booking' | 'staff';
}

const read = query<Wish>('select accepts, at, origin from mail_wishes where institution_code = $1 and mail = $2');

/** Staff's names are nobody's business. */
const byWhom = (origin: Wish['origin']) => (origin === 'staff' ? '職員' : '本人');

export async function readWish(db: Db, institutionCode: string, { mail }: Pick<Person, 'mail'>) {
  const [found] = await read(db, institutionCode, lowerAscii(mail));
  if (!found) return { wish: '', wishDate: '', wishBy: '' };
  const wish = found.accepts ? '受け取る' : '受け取らない';
  return { wish, wishDate: slashed(today(found.at)), wishBy: byWhom(found.origin) };
}
