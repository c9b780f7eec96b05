// Whoever may stand before the HTTP server: nobody, people with tokens of every kind, and tokens that are worth nothing.
import type { Db } from '#db/database.ts';
import { isAtLeast, ROLES, type Role } from '#domain/staff/roles.ts';
import { hashToken, issueToken } from '#server/access/tokens.ts';
import { openClerk } from '#tests/kit/staff.ts';
import type { Call } from '#wire/call.ts';

export interface Caller {
  name: string;
  /** What the token is good for; none where it is good for nothing. */
  kind: 'nobody' | 'dead' | 'administrator' | 'examinee' | 'handover';
  role?: Role;
  isRestricted?: boolean;
  institutionCode: string;
  /** Of the account, where it is one of the staff. */
  userId?: string;
  /** Opened again where a call has ended the session. */
  token: string;
  open?(): Promise<string>;
}

/** What the contract says of a call and a caller; what is in the form does not count. */
export function mayMake(call: Call, caller: Caller): boolean {
  if (call.fromOutside) return true;
  if (caller.kind === 'dead') return false;
  if (call.who === 'anyone') return true;
  if (call.who !== caller.kind) return false;
  if (call.who === 'examinee') return true;
  return isAtLeast(caller.role ?? 'viewer', call.least) && (!caller.isRestricted || call.isForRestricted);
}

export interface Place {
  institutionCode: string;
  /** Whose accounts examinees' tokens are for. */
  examineeIds: readonly number[];
  clientCode?: string;
}

interface Clerk {
  institutionCode: string;
  userId: string;
  role: Role;
}

/** Eight letters and digits, of one institution alone. */
const userIdOf = (word: string, institutionCode: string) =>
  `${word.slice(0, 3)}${institutionCode.slice(0, 1)}${institutionCode.slice(-4)}`;

const HOUR_MS = 3_600_000;

/** People of one institution, each with a session: the roles, a session that is good for a second factor only, examinees. */
export async function openCallers(db: Db, { institutionCode, examineeIds, clientCode }: Place, now: () => Date) {
  const callers: Caller[] = [];
  const add = async (caller: Omit<Caller, 'token' | 'institutionCode'> & { open: () => Promise<string> }) => {
    callers.push({ ...caller, institutionCode, token: await caller.open() });
  };
  for (const role of ROLES) {
    const userId = userIdOf(role, institutionCode);
    await add({
      name: role,
      kind: 'administrator',
      role,
      userId,
      open: () => openStaff(db, { institutionCode, userId, role }, now()),
    });
  }
  const bound = { institutionCode, userId: userIdOf('bound', institutionCode), role: 'manager' } as const;
  await add({
    name: 'manager without the second factor that is asked for',
    kind: 'administrator',
    role: 'manager',
    isRestricted: true,
    userId: bound.userId,
    open: () => openStaff(db, bound, now(), true),
  });
  for (const [at, examineeId] of examineeIds.entries()) {
    const person = { kind: 'examinee', institutionCode, examineeId } as const;
    await add({ name: `examinee ${at + 1}`, kind: 'examinee', open: () => issueToken(db, person, now()) });
  }
  if (clientCode) {
    const person = { kind: 'handover', institutionCode, clientCode, subject: 'somebody' } as const;
    await add({ name: 'handed over by a partner', kind: 'handover', open: () => issueToken(db, person, now()) });
  }
  return callers;
}

/** An account that a call has stopped, or given another role, stands up again: it is there to attack with. */
async function openStaff(db: Db, clerk: Clerk, now: Date, isRestricted = false): Promise<string> {
  await db
    .insertInto('administrator_directory')
    .values({ user_id: clerk.userId, institution_code: clerk.institutionCode })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .updateTable('administrators')
    .set({ disabled_at: null, role: clerk.role })
    .where('institution_code', '=', clerk.institutionCode)
    .where('user_id', '=', clerk.userId)
    .execute();
  const token = await openClerk(db, clerk, now);
  // Whatever the institution asks for by now. Of this session alone: another attacker may be opening one for the same clerk.
  await db
    .updateTable('sessions')
    .set({ is_restricted: isRestricted })
    .where('token_hash', '=', Buffer.from(hashToken(token), 'hex'))
    .execute();
  return token;
}

/** Nobody, and tokens that open nothing: made up, changed by a letter, over, ended, and no tokens at all. */
export async function openStrangers(db: Db, institutionCode: string, now: () => Date): Promise<Caller[]> {
  const open = (start: string) =>
    openStaff(db, { institutionCode, userId: userIdOf(start, institutionCode), role: 'manager' }, now());
  const [over, idle, ended, changed] = [
    await open('over'),
    await open('idle'),
    await open('ended'),
    await open('changed'),
  ];
  const ago = (hours: number) => new Date(now().getTime() - hours * HOUR_MS);
  const sessionsOf = (start: string) =>
    db.updateTable('sessions').where('administrator_id', '=', userIdOf(start, institutionCode));
  await sessionsOf('over')
    .set({ created_at: ago(13) })
    .execute();
  await sessionsOf('idle')
    .set({ last_used_at: ago(2) })
    .execute();
  await db.deleteFrom('sessions').where('administrator_id', '=', userIdOf('ended', institutionCode)).execute();
  const other = changed.startsWith('A') ? 'B' : 'A';
  const dead = {
    expired: over,
    idle,
    ended,
    'changed by a letter': other + changed.slice(1),
    'made up': 'x'.repeat(43),
    short: 'x',
  };
  return [
    { name: 'nobody', kind: 'nobody', institutionCode, token: '' },
    ...Object.entries(dead).map(([name, token]) => ({
      name: `token ${name}`,
      kind: 'dead' as const,
      institutionCode,
      token,
    })),
  ];
}
