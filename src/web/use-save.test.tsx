// What is pressed twice is done once; what was not changed is not saved; what fails is told, and sent again where that is safe.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FailureName } from '#wire/failure.ts';
import { CallFailed } from './send.ts';
import { CLOSE, type DialogSpec } from './ui/dialog-box.tsx';
import { makeDialogs } from './ui/dialogs.tsx';
import { changed, deliver, INPUT_PRESERVED, type Saving, useOnce } from './use-save.ts';

test('while it is under way it is not begun again, and afterwards it may be, also after a failure', async () => {
  const acts: (() => void)[] = [];
  let press: (isFaulty?: boolean) => Promise<void> = async () => {};
  function Screen() {
    const { once } = useOnce();
    press = (isFaulty = false) =>
      once(async () => {
        await new Promise<void>((resolve) => acts.push(resolve));
        if (isFaulty) throw new Error('faulty');
      });
    return null;
  }
  renderToStaticMarkup(<Screen />);

  const first = press(true);
  await press();
  expect(acts).toHaveLength(1);
  acts[0]?.();
  await expect(first).rejects.toThrow('faulty');
  const second = press();
  expect(acts).toHaveLength(2);
  acts[1]?.();
  await second;
});

test('what is wrong is reported before that nothing was changed', () => {
  const wrong = { ok: false, problems: ['x'] } as const;
  expect(changed(wrong, 0, '行')).toBe(wrong);
  expect(changed({ ok: true, value: 1 }, 0, '行')).toEqual({ ok: false, problems: ['変更された行がありません。'] });
  expect(changed({ ok: true, value: 1 }, 1, '項目')).toEqual({ ok: true, value: 1 });
});

const failed = (status: number, name: FailureName, sentence: string) =>
  new CallFailed(status, { names: [name], sentences: [sentence], details: ['なぜ'] });
const OVER = failed(401, 'NoSession', 'ログインし直してください。');
const LOST = new CallFailed();

/** Sends what fails in these ways before it gets through; the person presses the last button of every dialog but progress. */
async function sendThrough(failures: readonly unknown[], saving: Partial<Saving<number, string>> = {}) {
  const left = [...failures];
  const log: unknown[] = [];
  const show = async ({ title, messages = [], buttons = [CLOSE] }: DialogSpec) => {
    log.push([title, ...messages.map(({ sentence, detail }) => [sentence, detail].filter(Boolean).join(' '))]);
    return buttons.at(-1)?.answer ?? null;
  };
  const sessionOver = { recover: async () => true };
  const dialogs = makeDialogs(
    show,
    () => log.push('closed'),
    () => ({ afterSystemError: () => {}, sessionExpired: sessionOver }),
  );
  await deliver(dialogs, 7, {
    async send(value) {
      log.push(value);
      const failure = left.shift();
      if (failure) throw failure;
      return 'reply';
    },
    done: (reply, value) => log.push(['done', reply, value]),
    ...saving,
  });
  return log;
}

test.each<[string, readonly unknown[], Partial<Saving<number, string>>, unknown[]]>([
  ['gets through', [], {}, [7, ['done', 'reply', 7]]],
  [
    'shows that it is under way',
    [],
    { progress: { title: '更新中', sentence: '更新中です。' } },
    [['更新中'], 7, 'closed', ['done', 'reply', 7]],
  ],
  ['is not sent again by itself', [OVER], {}, [7]],
  [
    'is sent again where that is safe',
    [OVER, LOST],
    { canRepeat: true },
    [7, 7, ['通信エラー'], 7, ['done', 'reply', 7]],
  ],
  ['is told as refused', [failed(200, 'Invalid', 'だめ')], {}, [7, ['入力エラー', 'だめ']]],
  [
    'is told where it was typed',
    [failed(200, 'Invalid', 'だめ')],
    { place: ([sentence = '']) => [{ field: 'name', inputId: '', sentence }] },
    [7, ['入力エラー', 'だめ なぜ']],
  ],
  [
    'stands over what somebody else has saved',
    [failed(200, 'Stale', '先に')],
    { renew: async () => true },
    [7, ['入力エラー', expect.stringContaining('最新の内容を読み込みました'), INPUT_PRESERVED]],
  ],
  [
    'is kept where that can not be loaded',
    [failed(200, 'Stale', '先に')],
    { renew: () => Promise.reject(LOST) },
    [7, ['入力エラー', '先に', INPUT_PRESERVED]],
  ],
])('what is sent %s', async (_, failures, saving, log) => {
  expect(await sendThrough(failures, saving)).toEqual(log);
});
