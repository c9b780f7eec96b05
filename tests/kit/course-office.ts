// The hospital of the booking tests, with somebody who keeps its courses, and a stranger from another institution.
import { addAdministrator } from '#server/records/institutions.ts';
import { buildHospital, HOSPITAL } from './booking-hospital.ts';
import { type Answered, PASSWORD, startTestService, type TestService } from './service.ts';

export interface CourseOffice {
  service: TestService;
  token: string;
  foreignToken: string;
  /** By the name of family and call, e.g. MasterWIRKS/List. */
  post(call: string, form?: object): Promise<Answered>;
  /** The same where nothing but success will do; returns the body. */
  // biome-ignore lint/suspicious/noExplicitAny: the wire as a test sees it
  ask(call: string, form?: object): Promise<any>;
}

export async function openCourseOffice(options: Parameters<typeof startTestService>[0] = {}): Promise<CourseOffice> {
  const service = await startTestService(options);
  await buildHospital(service.db);
  // As if its courses had been registered.
  const counter = { institution_code: HOSPITAL, scope: 'courses', last_number: 6 };
  await service.db.insertInto('code_counters').values(counter).execute();
  await addAdministrator(service.db, {
    institutionCode: HOSPITAL,
    userId: 'courses1',
    displayName: '受付　佐藤',
    password: PASSWORD,
  });
  const token = await service.logIn('courses1');
  const foreignToken = await service.openInstitution('10000002', 'clinic02');
  const post = (call: string, form: object = {}) => service.post(`/api/${call}`, { ...form }, token);
  return {
    service,
    token,
    foreignToken,
    post,
    async ask(call, form) {
      const { body } = await post(call, form);
      if (body.errorCode !== 0) throw new Error(`${call} answered ${JSON.stringify(body)}`);
      return body;
    },
  };
}

/** A course as the registration form sends it. */
export const NEW_COURSE = {
  jgcd: '00000000',
  nend: 2026,
  ksnm: '新しいドック',
  nbnm: '',
  time: '約3時間',
  upok: '1',
  stdyYear: 2026,
  stdyMonth: 4,
  stdyDate: 1,
  eddyYear: 2027,
  eddyMonth: 3,
  eddyDate: 31,
  mem1: '説明',
  mem2: '',
  mem3: '',
  mem4: '',
  mem5: '',
};

/** Rows as parallel arrays: each field of a row under its plural. */
export function columnsOf(rows: readonly Record<string, unknown>[]): Record<string, unknown[]> {
  const plurals: Record<string, string> = { sex: 'sexes', recordStatus: 'recordStatuses' };
  const columns: Record<string, unknown[]> = {};
  for (const row of rows) {
    for (const [code, value] of Object.entries(row)) {
      const plural = plurals[code] ?? `${code}s`;
      columns[plural] = [...(columns[plural] ?? []), value];
    }
  }
  return columns;
}
