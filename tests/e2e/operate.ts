// The operator's commands, on the data of the service that the journeys go to: what is opened here is nobody else's business.
import { execFileSync } from 'node:child_process';

/** Of every account that is opened here. */
export const STAFF_PASSWORD = 'Hotarubi#20261';

/** On the data of the service that the journeys go to. */
export function operate(...args: string[]): string {
  const env = { ...process.env, DEMO: '1', DATA_DIR: process.env.JOURNEY_DATA ?? 'data/journeys' };
  const command = ['scripts/run.mjs', 'src/app/operator/operator.ts', ...args];
  return execFileSync(process.execPath, command, { env, encoding: 'utf8' });
}

/** Whoever got the set-up code that was printed sets the password. */
export async function setUp(printed: string, base = `http://127.0.0.1:${process.env.JOURNEY_PORT ?? '4180'}`) {
  const [, userId = '', setupCode = ''] = /StaffSetup#(\w{8})\.(\w+)/.exec(printed) ?? [];
  const form = { userId, setupCode, newPassword: STAFF_PASSWORD, newPasswordEx: STAFF_PASSWORD };
  const answer = await fetch(`${base}/api/StaffSetup/SetPassword`, { method: 'POST', body: new URLSearchParams(form) });
  const { errorCode } = (await answer.json()) as { errorCode: number };
  if (errorCode !== 0) throw new Error(`${userId} was not set up: ${errorCode}`);
}

/** Opens an account, whose password is its owner's own. */
type OpenStaff = (userId: string, ...args: string[]) => Promise<void>;

let openStaff: OpenStaff = (_, ...args) => setUp(operate(...args));

/** Where the service runs in the process of the journey. */
export function openStaffBy(other: OpenStaff): void {
  openStaff = other;
}

const makeUserId = () => `j${Math.random().toString(36).slice(2, 9).padEnd(7, '0')}`;

/** Gives its user id. */
export async function openAccount(name: string, { institution = '10000001', role = 'manager' } = {}): Promise<string> {
  const userId = makeUserId();
  await openStaff(
    userId,
    'add-administrator',
    '--institution',
    institution,
    '--user',
    userId,
    '--name',
    name,
    '--role',
    role,
  );
  return userId;
}

export interface Clinic {
  code: string;
  route: string;
  manager: string;
  name: string;
}

/** With one account, its manager's. */
export async function openClinic(...more: string[]): Promise<Clinic> {
  const code = String(20_000_000 + Math.floor(Math.random() * 9_000_000));
  const clinic = { code, route: `clinic-${code}`, manager: makeUserId(), name: 'つばき野健診センター' };
  const named = ['--code', code, '--route', clinic.route, '--name', clinic.name];
  await openStaff(
    clinic.manager,
    'create-institution',
    ...named,
    '--admin',
    clinic.manager,
    '--admin-name',
    '健診課　高橋',
    ...more,
  );
  return clinic;
}
