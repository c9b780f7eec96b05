// Whose address counts: behind front servers, the one that they saw, never the one that a client claims.
import { expect, test } from 'vitest';
import { BadConfig, readConfig } from '#server/config.ts';
import { handle } from '#server/service.ts';
import { startTestService } from '#tests/kit/service.ts';
import { call } from '#wire/call.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const whereFrom = call({
  path: '/api/Test/WhereFrom',
  who: 'anyone',
  effect: 'read',
  reply: record({ address: text('from', '住所') }),
});

test.each([
  ['nobody', '', 'evil, 9.9.9.9', '10.0.0.5'],
  ['one front server', '1', '6.6.6.6, 9.9.9.9', '9.9.9.9'],
  ['one front server and no claim', '1', '9.9.9.9', '9.9.9.9'],
  ['one that says nothing', '1', '', '10.0.0.5'],
  ['two front servers', '2', '6.6.6.6, 9.9.9.9, 10.0.0.7', '9.9.9.9'],
  ['a front server by its address', '10.0.0.5', '6.6.6.6, 9.9.9.9', '9.9.9.9'],
  ['front servers by their network', '10.0.0.0/24, ::1', '6.6.6.6, 9.9.9.9, 10.0.0.7', '9.9.9.9'],
  ['another than the one that asks', '10.0.0.6', '6.6.6.6', '10.0.0.5'],
])('trusting %s', async (_name, trusted, forwarded, expected) => {
  const service = await startTestService({
    env: { TRUST_PROXY: trusted },
    only: [handle(whereFrom, async (_db, { address }) => ({ address }))],
  });
  const answer = await service.app.inject({
    method: 'POST',
    url: whereFrom.path,
    headers: forwarded ? { 'x-forwarded-for': forwarded } : {},
    remoteAddress: '10.0.0.5',
  });
  await service.close();
  expect(answer.json()).toMatchObject({ from: expected });
});

test.each(['true', 'yes', '-1', '1.5', '10.0.0', '10.0.0.1/33', '10.0.0.0/0', '::1/129', '10.0.0.1,', 'proxy.example'])(
  'TRUST_PROXY=%s does not start',
  (TRUST_PROXY) => {
    expect(() => readConfig({ TRUST_PROXY })).toThrow(BadConfig);
    expect(() => readConfig({ TRUST_PROXY })).toThrow('TRUST_PROXY must be');
  },
);
