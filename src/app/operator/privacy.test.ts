// The provider's commands about people's data, on a database of their own.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { putReservation } from '#tests/kit/reservations.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { Refused } from './options.ts';
import { privacyCommands } from './privacy.ts';

const CODE = '10000001';
const OWN = ['--institution', CODE];
let service: TestService;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  folder = await mkdtemp(join(tmpdir(), 'biyori-person-'));
  await service.openInstitution(CODE, 'clinic01');
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

const put = (visitDate: string) => putReservation(service.db, CODE, { visitDate, slotCode: '01', startMinute: 540 });

async function operate(command: string, args: string[], typed: string | null = ''): Promise<string> {
  const lines = typed === null ? [] : [`${typed}\n`];
  const input = vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(lines) as never);
  try {
    return await (await privacyCommands[command]!(args))(service.db);
  } finally {
    input.mockRestore();
  }
}

const logged = async (act: string) => {
  const { rows } = await sql<{ entry: string }>`
    select actor_kind || ' ' || subject || ' ' || (details ->> 'count') as entry from access_log where act = ${act}`.execute(
    service.db,
  );
  return rows.map(({ entry }) => entry);
};

test('person export writes a file for the operator alone, and the institution is told', async () => {
  const number = await put('2020-05-05');
  const out = join(folder, 'person.json');
  await operate('person export', [...OWN, '--reservation', String(number), '--out', out]);
  expect(JSON.parse(await readFile(out, 'utf8')).reservations[0]).toMatchObject({ family_kana: 'ケンシン' });
  expect((await stat(out)).mode & 0o777).toBe(0o600);
  expect(await logged('41')).toEqual([`operator ${number} 1`]);
});

test('person erase asks for the number again', async () => {
  const number = await put('2020-05-05');
  const args = [...OWN, '--reservation', String(number)];
  await expect(operate('person erase', args, '123456789')).rejects.toThrow(Refused);
  // Nobody is there to type it.
  await expect(operate('person erase', args, null)).rejects.toThrow(Refused);
  const ahead = await put('2999-05-05');
  await expect(operate('person erase', [...OWN, '--reservation', String(ahead)], String(ahead))).rejects.toThrow(
    `予約番号 ${ahead}`,
  );
  expect(await operate('person erase', args, String(number))).toContain('1 reservations');
  const { rows } = await sql`select family_name from reservations where reservation_number = ${number}`.execute(
    service.db,
  );
  expect(rows).toEqual([{ family_name: '匿名' }]);
  expect(await logged('42')).toEqual([`operator ${number} 1`]);
  await expect(operate('person erase', args, String(number))).rejects.toThrow('Nobody was found.');
});

test("privacy-run does the hour's work, also where the service has done it today", async () => {
  await put('2020-06-06');
  expect(await operate('privacy-run', OWN)).toMatch(/^reservations\t[1-9]/);
  expect(await operate('privacy-run', OWN)).toMatch(/^reservations\t0/);
});

test('whoever has no account is written out and erased by their reservation too', async () => {
  const number = await put('2020-05-06');
  const account = { examinee_id: null, mail: '', given_kana: 'デンワ' };
  await service.db.updateTable('reservations').set(account).where('reservation_number', '=', number).execute();
  const out = join(folder, 'without-account.json');
  await operate('person export', [...OWN, '--reservation', String(number), '--out', out]);
  expect(JSON.parse(await readFile(out, 'utf8'))).toMatchObject({
    account: {},
    reservations: [{ given_kana: 'デンワ' }],
  });
  await operate('person erase', [...OWN, '--reservation', String(number)], String(number));
  const { given_kana } = await service.db
    .selectFrom('reservations')
    .select('given_kana')
    .where('reservation_number', '=', number)
    .executeTakeFirstOrThrow();
  expect(given_kana).toBe('');
});
