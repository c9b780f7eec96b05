// Who gets in, and which institution a call is about.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountHandlers } from '#account/server.ts';
import { issueToken } from '#server/access/tokens.ts';
import { handle } from '#server/service.ts';
import { startTestService, type TestService } from '#tests/kit/service.ts';
import { call } from '#wire/call.ts';
import { record } from '#wire/record.ts';
import { digits } from '#wire/texts.ts';

const fields = record({ institutionCode: digits('ircd', '医療機関コード', { required: true, exact: 8 }) });
const open = call({ path: '/api/Test/Open', who: 'anyone', effect: 'read', request: fields, reply: fields });
const desk = call({ ...open, path: '/api/Test/Desk', who: 'administrator' });
const mine = call({ ...open, path: '/api/Test/Mine', who: 'examinee' });

let service: TestService;
let office: string;
let partner: string;
beforeAll(async () => {
  service = await startTestService({
    only: [
      ...accountHandlers,
      handle(open, async (_db, _who, input) => input),
      handle(desk, async (_db, _who, input) => input),
      handle(mine, async (_db, _who, input) => input),
    ],
  });
  office = await service.openInstitution('10000001', 'admin001');
  await service.openInstitution('10000002', 'admin002');
  const handedOver = { kind: 'handover', institutionCode: '10000001', clientCode: '30000001', subject: 'a' } as const;
  partner = await issueToken(service.db, handedOver, new Date('2026-11-15T10:00:00+09:00'));
});
afterAll(() => service.close());

test('a call for anyone needs to be given the institution, unless a token says it', async () => {
  expect((await service.post(open.path, {})).body.errorCode).toBe(12);
  expect((await service.post(open.path, { ircd: '10000002' })).body).toMatchObject({ errorCode: 0, ircd: '10000002' });
  for (const token of [office, partner]) {
    for (const form of [{}, { ircd: '' }, { ircd: '10000001' }]) {
      expect((await service.post(open.path, form, token)).body).toMatchObject({ errorCode: 0, ircd: '10000001' });
    }
  }
});

test("an institution that is not the token's is not there", async () => {
  for (const [path, token] of [
    [open.path, office] as const,
    [open.path, partner] as const,
    [desk.path, office] as const,
  ]) {
    const answer = await service.post(path, { ircd: '10000002' }, token);
    expect(answer, path).toMatchObject({ status: 404, body: { errorCode: 16 } });
  }
});

test('a token of the wrong kind is as good as none', async () => {
  for (const [path, token] of [
    [mine.path, office] as const,
    [mine.path, partner] as const,
    [desk.path, partner] as const,
  ]) {
    for (const ircd of ['', '10000001', '10000002']) {
      const answer = await service.post(path, { ircd }, token);
      expect(answer, path).toMatchObject({ status: 401, body: { errorCode: 15 } });
    }
  }
});

test('a dead token is refused even where none is needed', async () => {
  for (const token of ['x'.repeat(43), 'not a token', 'トークン']) {
    const answer = await service.post(open.path, { ircd: '10000001' }, token);
    expect(answer, token).toMatchObject({ status: 401, body: { errorCode: 15 } });
  }
});
