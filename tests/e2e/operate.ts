// The operator's commands, on the data of the service that the journeys go to: what is opened here is nobody else's business.
import { execFileSync } from 'node:child_process';

/** Of every account that is opened here. */
export const STAFF_PASSWORD = 'Hotarubi#20261';

export function operate(...args: string[]): void {
  const env = { ...process.env, DEMO: '1', DATA_DIR: process.env.JOURNEY_DATA ?? 'data/journeys' };
  execFileSync(process.execPath, ['scripts/run.mjs', 'src/app/operator.ts', ...args], { env, input: STAFF_PASSWORD });
}

const makeUserId = () => `j${Math.random().toString(36).slice(2, 9).padEnd(7, '0')}`;

/** Gives its user id. */
export function openAccount(name: string, { institution = '10000001', role = 'manager' } = {}): string {
  const userId = makeUserId();
  operate('add-administrator', '--institution', institution, '--user', userId, '--name', name, '--role', role);
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
  operate('create-institution', ...named, '--admin', clinic.manager, '--admin-name', '健診課　高橋', ...more);
  return clinic;
}
