// Personal data that are nowhere else, sent through errands of every kind, those that are refused and those that fail among them.
import { sql } from 'kysely';
import { INSTITUTION as DEMO } from '#app/demo/institution.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { someone } from '#tests/torture/ground.ts';
import type { Ground } from './ground.ts';

export const PLANTED = {
  family: '植木鉢',
  given: '藻塩',
  familyKana: 'ウエキバチ',
  givenKana: 'モシオ',
  mail: 'uekibachi.moshio@planted.example',
  phone: '03-9876-5432',
  street: '苔桃通り9-87-6',
  insuranceNumber: '871229003',
  insuranceSymbol: '苔桃記号',
  employeeNumber: 'EMP-87-6543',
  company: '苔桃製作所',
  remarks: '苔桃の持病があります',
  memo: '苔桃の覚え書き',
  patientNumber: 'PT-876543',
  password: 'Kokemomo#8765',
  otherPassword: 'Kokemomo#8766',
} as const;

/** As it is typed, and as the service would write it. */
const BIRTH_DATES = ['1987/12/29', '1987-12-29', '19871229'];

const person = (changes: Form = {}): Form => ({
  nam1: PLANTED.family,
  nam2: PLANTED.given,
  ryk1: PLANTED.familyKana,
  ryk2: PLANTED.givenKana,
  email1: PLANTED.mail,
  tel1: PLANTED.phone,
  adr3: PLANTED.street,
  hkno: PLANTED.insuranceNumber,
  hkkg: PLANTED.insuranceSymbol,
  syno: PLANTED.employeeNumber,
  cmnm: PLANTED.company,
  mem1: PLANTED.remarks,
  inputBtdyYear: 1987,
  inputBtdyMonth: 12,
  inputBtdyDate: 29,
  ...changes,
});

const birth = { btdyYear: 1987, btdyMonth: 12, btdyDate: 29 };

export interface PlantedErrands {
  /** What must stand in no line of a log: what was sent, and what was given for it. */
  secrets: string[];
  /** How each errand ended, so that a test sees that they were made. */
  codes: Map<string, unknown>;
}

export async function plantThroughErrands({ service, db, callers }: Ground): Promise<PlantedErrands> {
  const codes = new Map<string, unknown>();
  const secrets: string[] = [...Object.values(PLANTED), ...BIRTH_DATES];
  const manager = callers.find((one) => one.institutionCode === DEMO && one.role === 'manager' && !one.isRestricted);
  const send = async (errand: string, path: string, form: Form, token?: string) => {
    const answer = await service.post(path, form, token);
    codes.set(errand, answer.errorCode ?? answer.error ?? 'token');
    return answer;
  };
  const logIn = (errand: string, password: string) =>
    send(errand, '/Token', { grant_type: 'password', username: `${form.ircd}_${PLANTED.mail}`, password });

  const form = person(someone(4_000_000)) as Form & { ircd: string };
  Object.assign(form, person());
  const booked = await send('book', '/api/Account/CommonGuestNewReserve', form);
  await send('book again', '/api/Account/CommonGuestNewReserve', { ...form, requestId: crypto.randomUUID() });
  await send('book wrongly', '/api/Account/CommonGuestNewReserve', {
    ...form,
    tel1: `${PLANTED.phone}x`,
    nam1: `${PLANTED.family}<b>`,
  });
  await send('check', '/api/CommonInputReserveInfo/Check', { ...form, ...birth });
  await logIn('log in wrongly', PLANTED.password);
  const first = String(booked.firstPassword ?? '');
  const session = await logIn('log in', first);
  const token = String(session.access_token ?? '');
  secrets.push(...[first, token].filter((one) => one.length > 4));
  const ukno = booked.ukno;
  await send('my page', '/api/CommonMyPage/FirstDisplay', {}, token);
  await send('detail', '/api/CommonReserveDetail/FirstDisplay', { ukno }, token);
  await send('mail', '/api/CommonMyPage/SendConfirmMail', { ukno }, token);
  const passwords = { newPassword: PLANTED.otherPassword, newPasswordEx: PLANTED.otherPassword };
  await send(
    'change password wrongly',
    '/api/CommonChangePassword/ChangePassword',
    { ...passwords, currentPassword: PLANTED.password },
    token,
  );
  await send(
    'change password',
    '/api/CommonChangePassword/ChangePassword',
    { ...passwords, currentPassword: first },
    token,
  );
  await send('reissue', '/api/CommonForgetPassword/ReissuePassword', {
    ircd: form.ircd,
    email: PLANTED.mail,
    ...birth,
  });
  await send('another token', '/api/CommonMyPage/FirstDisplay', {}, `${token.slice(0, -1)}x`);

  for (const find of [PLANTED.family, PLANTED.familyKana, PLANTED.mail, PLANTED.phone, PLANTED.patientNumber]) {
    await send(`find ${find}`, '/api/Desk/Find', { find }, manager?.token);
  }
  await send(
    'find a person',
    '/api/PersonData/Search',
    { email: PLANTED.mail, ryak: PLANTED.familyKana, ...birth },
    manager?.token,
  );
  await send(
    'same person',
    '/api/Desk/SamePerson',
    { ...person(), ...birth, trno: PLANTED.patientNumber },
    manager?.token,
  );
  await send('memo', '/api/Desk/SaveMemo', { ukno, stmm: PLANTED.memo, version: '1' }, manager?.token);
  await send('note', '/api/Desk/SaveNote', { ukno, mosk: PLANTED.memo, isPrinted: '0' }, manager?.token);
  await send('confirm oneself wrongly', '/api/StaffMe/Confirm', { currentPassword: PLANTED.password }, manager?.token);

  // Where people put them into addresses, or what is no form at all.
  const base = `http://127.0.0.1:${service.port}`;
  const asked = encodeURIComponent(PLANTED.mail);
  for (const address of [
    `/CommonTop/demo?mail=${asked}`,
    `/api/Utility/PostalCode?zip=${encodeURIComponent(PLANTED.family)}`,
    `/api/${asked}`,
    `/${asked}`,
  ]) {
    const response = await fetch(base + address, {
      headers: {
        referer: `${base}/?m=${asked}`,
        'user-agent': PLANTED.company.replaceAll(/[^ -~]/g, '') + PLANTED.employeeNumber,
      },
    });
    codes.set(address, response.status);
  }
  const json = await fetch(`${base}/api/Desk/Find`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person()),
  });
  codes.set('json', json.status);

  // Faults: the database refuses what is written, with messages that quote it.
  await sql`create function planted() returns trigger language plpgsql as $$
    begin raise exception 'no place for %', new.family_name; end $$`.execute(db);
  await sql`create trigger planted before insert on reservations for each row execute function planted()`.execute(db);
  await send('a fault of the data', '/api/Account/CommonGuestNewReserve', {
    ...form,
    email1: `x${PLANTED.mail}`,
    requestId: crypto.randomUUID(),
  });
  await sql`drop function planted() cascade`.execute(db);
  await sql`alter table failed_tries rename to failed_tries_away`.execute(db);
  await logIn('a fault of a table', PLANTED.password);
  await sql`alter table failed_tries_away rename to failed_tries`.execute(db);
  return { secrets, codes };
}
