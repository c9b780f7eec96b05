// Reads the accounts of the staff as their screens show them.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { findLocked } from '#server/access/login-limiter.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { notFound } from '#wire/failure.ts';
import { listSessions } from '../server-sessions.ts';
import { listStaff, openStaff, suggestStaff } from './contract.ts';

type Row = Reply<typeof listStaff>['rows'][number];

interface StoredAccount extends Pick<Row, 'userId' | 'displayName' | 'role' | 'lastLogin'> {
  hasApp: boolean;
  hasPasskey: boolean;
  hasPassword: boolean;
  isStopped: boolean;
}

/** Of an account `a`. Times as people in Japan read them. */
const COLUMNS = `
  a.user_id as "userId", a.display_name as "displayName", a.role,
  coalesce(to_char(a.last_login_at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI:SS'), '') as "lastLogin",
  a.totp_confirmed_at is not null as "hasApp",
  exists (select from staff_passkeys k where k.institution_code = a.institution_code and k.user_id = a.user_id) as "hasPasskey",
  a.password_hash is not null as "hasPassword", a.disabled_at is not null as "isStopped"`;

const readAll = query<StoredAccount>(`
  select ${COLUMNS} from administrators a where a.institution_code = $1
   order by a.disabled_at is not null, array_position(array['manager', 'reception', 'viewer'], a.role), a.user_id`);

/** An institution without a row asks nobody. */
const readPolicy = query<{ isTwoFactorRequired: boolean; managersSince: string }>(`
  select two_factor_since is not null as "isTwoFactorRequired",
         coalesce(to_char(managers_two_factor_since at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI:SS'), '')
           as "managersSince"
    from institution_policies where institution_code = $1`);

export async function toPolicyAnswer(db: Db, { institutionCode }: Administrator) {
  const [policy = { isTwoFactorRequired: false, managersSince: '' }] = await readPolicy(db, institutionCode);
  return { ...policy, isOfManagers: policy.managersSince !== '' };
}

interface StoredDetail extends StoredAccount {
  setupEnd: string;
  version: number;
}

const readOne = query<StoredDetail>(`
  select ${COLUMNS}, a.version,
         case when a.setup_hash is null then ''
              else to_char(a.setup_expires_at at time zone 'Asia/Tokyo', 'YYYY/MM/DD HH24:MI:SS') end as "setupEnd"
    from administrators a where a.institution_code = $1 and a.user_id = $2`);

/** The lowest number behind this beginning that nobody has, nor has ever had. */
const readFree = query<{ userId: string }>(`
  select $1 || to_char(n, 'FM0000') as "userId" from generate_series(1, 9999) n
   where not exists (select from administrator_directory d where lower(d.user_id) = lower($1 || to_char(n, 'FM0000')))
   order by n limit 1`);

export const staffReadHandlers: Handler[] = [
  handle(listStaff, async (db, who, { withStopped }) => {
    const [accounts, policy] = await Promise.all([readAll(db, who.institutionCode), toPolicyAnswer(db, who)]);
    const active = accounts.filter(({ isStopped }) => !isStopped);
    return {
      rows: await toStaffRows(db, who, withStopped ? accounts : active),
      ...policy,
      twoFactorCount: active.filter(({ hasApp, hasPasskey }) => hasApp || hasPasskey).length,
      activeCount: active.length,
    };
  }),

  handle(suggestStaff, async (db, who) => {
    const [free] = await readFree(db, who.userId.slice(0, 4));
    return { userId: free?.userId ?? '' };
  }),

  handle(openStaff, async (db, who, { userId }) => {
    const [[account], sessions, policy] = await Promise.all([
      readOne(db, who.institutionCode, userId),
      listSessions(db, who, userId),
      toPolicyAnswer(db, who),
    ]);
    if (!account) throw notFound();
    const [row] = await toStaffRows(db, who, [account]);
    if (!row) throw notFound();
    const { setupEnd, version } = account;
    return { ...row, ...policy, sessionCount: sessions.length, sessions, setupEnd, version: String(version) };
  }),
];

/** Locks stand with the tries, under keys of their own. */
async function toStaffRows(db: Db, who: Administrator, accounts: readonly StoredAccount[]): Promise<Row[]> {
  const userIds = accounts.map(({ userId }) => userId);
  const locked = await findLocked(db, who, userIds);
  return accounts.map((account) => ({
    ...account,
    twoFactor: factorOf(account),
    state: describeState(account, locked.has(account.userId)),
    isMe: account.userId === who.userId,
  }));
}

function factorOf({ hasApp, hasPasskey }: StoredAccount): Row['twoFactor'] {
  if (hasApp) return hasPasskey ? 'both' : 'app';
  return hasPasskey ? 'passkey' : 'none';
}

function describeState({ isStopped, hasPassword }: StoredAccount, isLocked: boolean): Row['state'] {
  if (isStopped) return 'stopped';
  if (isLocked) return 'locked';
  return hasPassword ? 'active' : 'settingUp';
}
