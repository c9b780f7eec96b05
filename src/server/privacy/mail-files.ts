// Mails that were written to files, where there is no mail server: they go when their time is over, or their mail has gone.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { query } from '#db/query.ts';
import type { Service } from '#server/service.ts';
import { daysBefore } from './policies.ts';

const MOST_A_ROUND = 1000;
/** As outbox-delivery.ts names them: when it was written, its kind, and its id. */
const NAME = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-\w+-([0-9a-f-]{36})\.eml$/;

const readShortest = query<{ days: number }>(`
  select coalesce(min(mail_days), 90) as days from institution_policies`);

/** Of these mails, those that are still there; a file does not say whose it is. */
const readRemaining = query<{ id: string }>(`
  select m.mail_id as id
    from unnest($1::uuid[]) f(id)
   cross join institutions i
    join outbox_mails m on m.institution_code = i.institution_code and m.mail_id = f.id`);

interface MailFile {
  name: string;
  id: string;
  at: Date;
}

function read(name: string): MailFile[] {
  const match = NAME.exec(name);
  if (!match) return [];
  const [, year, month, day, hour, minute, second, id = ''] = match;
  return [{ name, id, at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) }];
}

/** Each server has its own; says how many went. */
export async function sweepMailFiles({ db, clock, config }: Pick<Service, 'db' | 'clock' | 'config'>): Promise<number> {
  const folder = path.join(config.dataDir, 'mails');
  const files = (await readdir(folder).catch(() => [])).flatMap(read);
  if (files.length === 0) return 0;
  const [shortest] = await readShortest(db);
  const until = daysBefore(clock(), shortest?.days ?? 0);
  const gone = files.filter(({ at }) => at < until);
  const young = files.filter(({ at }) => at >= until);
  for (let from = 0; from < young.length && gone.length < MOST_A_ROUND; from += MOST_A_ROUND) {
    const some = young.slice(from, from + MOST_A_ROUND);
    const ids = some.map(({ id }) => id);
    const kept = new Set((await readRemaining(db, ids)).map(({ id }) => id));
    gone.push(...some.filter(({ id }) => !kept.has(id)));
  }
  const removed = gone.slice(0, MOST_A_ROUND);
  for (const { name } of removed) await rm(path.join(folder, name), { force: true });
  return removed.length;
}
