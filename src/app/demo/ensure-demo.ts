// Loads the demo into an empty database, and closes it where others than this machine could reach it: everybody knows its log-ins.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Config } from '#server/config.ts';
import { closeInstitution } from '#server/records/institutions.ts';
import { INSTITUTION } from './institution.ts';
import { loadDemo } from './load-demo.ts';

type Log = (line: string) => void;

/** At every start. Says whether a demo is there and open. */
export async function ensureDemo(
  db: Db,
  config: Pick<Config, 'demo' | 'outside'>,
  now: Date,
  report: Log,
  /** By whoever owns the tables: without statistics the first pages would be planned for empty ones. */
  analyze: () => Promise<unknown>,
): Promise<boolean> {
  const institutions = await db
    .selectFrom('institutions')
    .select(['institution_code', 'is_demo', 'closed_at'])
    .execute();
  const demo = institutions.find(({ is_demo }) => is_demo);
  if (institutions.length === 0) {
    if (config.demo === 'never' || (config.demo === 'local' && config.outside)) return false;
    if (await wasRemoved(db)) return false;
    report('Loading the demo institution into the empty database ...');
    while (!(await loadOnce(db, now))) await sleep(LOOK_AGAIN_MS);
    await analyze();
    return true;
  }
  if (!demo) return false;
  if (config.demo === 'open') {
    if (demo.closed_at) await reopen(db, demo.institution_code);
    return true;
  }
  const reason = config.outside ?? (institutions.length > 1 ? 'there is another institution' : null);
  if (config.demo === 'local' && !reason && !demo.closed_at) return true;
  await db.transaction().execute((transaction) => closeInstitution(transaction, demo.institution_code, now));
  report(closedLine(demo.institution_code, config.demo === 'never' ? 'DEMO is 0' : reason));
  return false;
}

const LOOK_AGAIN_MS = 500;
const acquireLock = query<{ isOurs: boolean }>('select pg_try_advisory_xact_lock(5310002) as "isOurs"');
const isEmpty = query<{ isEmpty: boolean }>('select not exists (select from institutions) as "isEmpty"');

const loadOnce = (db: Db, now: Date): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const [turn] = await acquireLock(transaction);
    if (!turn?.isOurs) return false;
    const [found] = await isEmpty(transaction);
    if (found?.isEmpty) await loadDemo(transaction, now);
    return true;
  });

/** Whoever has removed it does not want it back, and its log-ins are given to nobody any more. */
async function wasRemoved(db: Db): Promise<boolean> {
  const removed = await db
    .selectFrom('removed_institutions')
    .select('removed_at')
    .where('institution_code', '=', INSTITUTION)
    .executeTakeFirst();
  return removed !== undefined;
}

/** When a real institution is opened: says so, or gives nothing where there is no open demo. */
export async function closeDemo(db: Db, { demo: wish }: Pick<Config, 'demo'>, now: Date): Promise<string | null> {
  const demo = await db
    .selectFrom('institutions')
    .select('institution_code')
    .where('is_demo', '=', true)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!demo || wish === 'open') return null;
  await closeInstitution(db, demo.institution_code, now);
  return closedLine(demo.institution_code, 'there is another institution');
}

async function reopen(db: Db, institutionCode: string): Promise<void> {
  await db
    .updateTable('institutions')
    .set({ closed_at: null })
    .where('institution_code', '=', institutionCode)
    .execute();
}

const closedLine = (institutionCode: string, reason: string | null) =>
  `The demo institution is closed${reason ? `, since ${reason}` : ''}. DEMO=1 opens it; remove-institution --code ${institutionCode} removes it.`;
