// Marks whose answer does not come.
import { expect, test } from 'vitest';
import { CallFailed } from '#web/send.ts';
import { retry } from './use-desk.ts';

const LOST = new CallFailed();
const OVER = new CallFailed(401, { names: ['NoSession'], sentences: ['ログインし直してください。'], details: [] });
const REFUSED = new CallFailed(200, { names: ['Refused'], sentences: ['できません。'], details: [] });

/** What comes of it where the first ones fail so, for who goes on or gives up. */
function through(failures: readonly CallFailed[], goesOn = true) {
  const left = [...failures];
  return retry({ systemError: async () => goesOn }, async () => {
    const failure = left.shift();
    if (failure) throw failure;
    return 'done';
  });
}

test('one that was sent again is known to have been lost before, if no answer came to it', async () => {
  expect(await through([])).toEqual({ answer: 'done', wasLost: false });
  expect(await through([LOST])).toEqual({ answer: 'done', wasLost: true });
  expect(await through([LOST, OVER])).toEqual({ answer: 'done', wasLost: true });
});

test('one that was turned away was not done', async () => {
  expect(await through([OVER])).toEqual({ answer: 'done', wasLost: false });
  expect(await through([REFUSED])).toEqual({ answer: REFUSED, wasLost: false });
});

test('whoever gives it up is not asked again', async () => {
  expect(await through([LOST, LOST], false)).toEqual({ answer: null, wasLost: true });
});
