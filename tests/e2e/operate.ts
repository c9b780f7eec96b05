// The operator's commands, on the data of the service that the journeys go to: what is opened here is nobody else's business.
import { execFileSync } from 'node:child_process';

/** Asked for where there is a DATABASE_URL: mails carry links. */
const PUBLIC_URL = 'http://kenshin.test';

/** Of every account that is opened here. */
export const STAFF_PASSWORD = 'Hotarubi#20261';

/** On the data of the service that the journeys go to, or of a test's own database. */
export function operate(...args: string[]): string {
  const { JOURNEY_DATABASE: DATABASE_URL, JOURNEY_DATA: DATA_DIR = 'data/journeys' } = process.env;
  const env = { ...process.env, DEMO: '1', ...(DATABASE_URL ? { DATABASE_URL, PUBLIC_URL } : { DATA_DIR }) };
  const command = ['scripts/run.mjs', 'src/app/operator/operator.ts', ...args];
  return execFileSync(process.execPath, command, { env, input: STAFF_PASSWORD, encoding: 'utf8' });
}

const runScript = (script: string, ...args: string[]) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', script, ...args]);

/** Whoever got the set-up code that was printed sets the password. */
export function setUp(printed: string, base = `http://127.0.0.1:${process.env.JOURNEY_PORT ?? '4180'}`): void {
  const [, userId = '', setupCode = ''] = /StaffSetup#(\w{8})\.(\w+)/.exec(printed) ?? [];
  const form = { userId, setupCode, newPassword: STAFF_PASSWORD, newPasswordEx: STAFF_PASSWORD };
  const post = `const response = await fetch(process.argv[1], { method: 'POST', body: new URLSearchParams(process.argv[2]) });
    process.exit((await response.json()).errorCode);`;
  runScript(post, `${base}/api/StaffSetup/SetPassword`, new URLSearchParams(form).toString());
}

/** Opens an account, whose password is its owner's own. */
function openStaff(userId: string, ...args: string[]): void {
  const { JOURNEY_DATABASE } = process.env;
  if (JOURNEY_DATABASE) {
    // There is no service to set it up at.
    operate(...args, '--ask-password');
    const chosen = `import pg from 'pg';
      const client = new pg.Client(process.argv[1]);
      await client.connect();
      await client.query('update administrators set must_change_password = false where user_id = $1', [process.argv[2]]);
      await client.end();`;
    runScript(chosen, JOURNEY_DATABASE, userId);
    return;
  }
  setUp(operate(...args));
}

const makeUserId = () => `j${Math.random().toString(36).slice(2, 9).padEnd(7, '0')}`;

/** Gives its user id. */
export function openAccount(name: string, { institution = '10000001', role = 'manager' } = {}): string {
  const userId = makeUserId();
  openStaff(
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
export function openClinic(...more: string[]): Clinic {
  const code = String(20_000_000 + Math.floor(Math.random() * 9_000_000));
  const clinic = { code, route: `clinic-${code}`, manager: makeUserId(), name: 'つばき野健診センター' };
  const named = ['--code', code, '--route', clinic.route, '--name', clinic.name];
  openStaff(
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
