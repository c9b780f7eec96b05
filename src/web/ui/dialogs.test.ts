// What the dialogs say about calls that fail, and how one goes on after each; a list of answers stands for the person.
import { describe, expect, test } from 'vitest';
import { CallFailed } from '#web/send.ts';
import { BUSY_SENTENCE, type FailureName } from '#wire/failure.ts';
import { CLOSE, type DialogSpec } from './dialog-box.tsx';
import { makeDialogs } from './dialogs.tsx';
import type { ErrorHandlers } from './system-error.ts';

const failed = (status: number, name: FailureName, sentence: string) =>
  new CallFailed(status, { names: [name], sentences: [sentence], details: [] });

const LOST = new CallFailed();
const STOPPING = new CallFailed(503, { names: [], sentences: ['ただいまご利用いただけません。'], details: [] });
const BUSY = failed(429, 'TooMany', BUSY_SENTENCE);
const TOO_OFTEN = failed(429, 'TooMany', '1分後にもう一度お試しください。');
const OVER = failed(401, 'NoSession', 'ログインし直してください。');
const GONE = failed(404, 'NotFound', '見つかりません。');

/** A person who presses the buttons with these labels in turn, and a side that notes where it was led. */
function open(answers: readonly string[], ways: Partial<ErrorHandlers> = {}) {
  const left = [...answers];
  const shown: DialogSpec[] = [];
  const went: string[] = [];
  const press = async (spec: DialogSpec) => {
    shown.push(spec);
    const label = left.shift();
    const button = (spec.buttons ?? [CLOSE]).find((each) => each.label === label);
    if (!button) throw new Error(`no ${label} in ${spec.title}`);
    return button.answer;
  };
  const side = { afterSystemError: () => went.push('away'), ...ways };
  const dialogs = makeDialogs(
    press,
    () => {},
    () => side,
  );
  return { dialogs, shown, went };
}

test('a question is answered by its own button, and the dangerous answer is not the one at hand', async () => {
  const { dialogs, shown } = open(['キャンセル', '削除する']);
  expect(await dialogs.confirm('削除しますか。', { ok: '削除する', danger: true })).toBe(false);
  expect(await dialogs.confirm('削除しますか。', { ok: '削除する', danger: true })).toBe(true);
  expect(shown[0]?.buttons?.map(({ label, focus }) => [label, focus])).toEqual([
    ['キャンセル', true],
    ['削除する', false],
  ]);
});

describe('a system error', () => {
  test('leads away once it is closed', async () => {
    const { dialogs, shown, went } = open(['閉じる']);
    expect(await dialogs.systemError(new CallFailed(500, { names: [], sentences: ['番号 1'], details: [] }))).toBe(
      false,
    );
    expect(shown).toMatchObject([{ title: 'システムエラー', messages: [{ sentence: '番号 1' }] }]);
    expect(went).toEqual(['away']);
  });

  test.each([
    ['a lost connection', LOST, '通信エラー', ['閉じる', 'もう一度試す']],
    ['a server that is being stopped', STOPPING, '通信エラー', ['閉じる', 'もう一度試す']],
    ['a rush', BUSY, 'しばらくお待ちください', ['閉じる', 'もう一度試す']],
    ['what came too often', TOO_OFTEN, 'しばらくお待ちください', ['閉じる']],
  ])('of %s leaves the person where they are', async (_, failed, title, labels) => {
    const { dialogs, shown, went } = open(['閉じる', labels.at(-1) ?? '', '閉じる']);
    expect(await dialogs.systemError(failed, { canRetry: true })).toBe(false);
    expect(await dialogs.systemError(failed, { canRetry: true })).toBe(labels.length > 1);
    await dialogs.systemError(failed);
    expect(shown.map(({ title }) => title)).toEqual([title, title, title]);
    expect(shown.map(({ buttons = [CLOSE] }) => buttons.map(({ label }) => label))).toEqual([
      labels,
      labels,
      ['閉じる'],
    ]);
    expect(went).toEqual([]);
  });

  test('is shown once for all that fail meanwhile, and they share its answer', async () => {
    const { dialogs, shown } = open(['もう一度試す', '閉じる']);
    const again = { canRetry: true };
    const answers = [dialogs.systemError(LOST, again), dialogs.systemError(BUSY), dialogs.failure(LOST)];
    expect(await Promise.all(answers)).toEqual([true, true, true]);
    expect(shown).toHaveLength(1);
    expect(await dialogs.systemError(LOST, again)).toBe(false);
  });
});

describe('a session that is over', () => {
  test('is not shown where it goes on by itself', async () => {
    const { dialogs, shown } = open([], { sessionExpired: { recover: async () => true } });
    expect(await dialogs.systemError(OVER)).toBe(true);
    expect(shown).toEqual([]);
  });

  test.each([
    ['done', true, []],
    ['given-up', false, ['away']],
    ['elsewhere', false, []],
  ] as const)('and a log-in that ends as %s', async (outcome, goesOn, expected) => {
    const { dialogs, went } = open(['ログインして続ける'], { sessionExpired: { signInAgain: async () => outcome } });
    expect(await dialogs.systemError(OVER)).toBe(goesOn);
    expect(went).toEqual(expected);
  });

  test('keeps those who want to save something first', async () => {
    const sessionOver = { signInAgain: async () => 'done' as const, mayLeave: async () => false };
    const { dialogs, went } = open(['閉じる'], { sessionExpired: sessionOver });
    expect(await dialogs.systemError(OVER)).toBe(false);
    expect(went).toEqual([]);
  });

  test('tells those who cannot log in how they come back, and leaves them there', async () => {
    const { dialogs, shown, went } = open(['閉じる'], { sessionExpired: { comeBack: () => '最初からやり直せます。' } });
    expect(await dialogs.systemError(OVER)).toBe(false);
    expect(shown).toMatchObject([{ messages: [], details: '最初からやり直せます。' }]);
    expect(went).toEqual([]);
  });
});

test('what is not there any more leads to where one can choose again, unless the person stays for something unsaved', async () => {
  for (const [mayLeave, expected] of [
    [true, ['list']],
    [false, []],
  ] as const) {
    const led: string[] = [];
    const { dialogs, shown, went } = open(['閉じる'], {
      missing: { note: '一覧に戻ります。', leave: () => led.push('list') },
      sessionExpired: { mayLeave: async () => mayLeave },
    });
    await dialogs.failure(GONE);
    expect(shown).toMatchObject([{ title: 'システムエラー', details: '一覧に戻ります。' }]);
    expect([led, went]).toEqual([expected, []]);
  }
});

test('what the server refuses is reported as its sentences, of the input or of a master', async () => {
  const { dialogs, shown, went } = open(['閉じる', '閉じる']);
  const refused = failed(200, 'Invalid', '名称を入力してください。');
  await dialogs.failure(refused);
  await dialogs.masterError(refused.sentences);
  expect(shown.map(({ title }) => title)).toEqual(['入力エラー', 'マスタエラー']);
  for (const { messages } of shown) expect(messages).toEqual([{ sentence: '名称を入力してください。' }]);
  expect(went).toEqual([]);
});

test('work is done again for whoever has logged in to go on', async () => {
  let tries = 0;
  const { dialogs } = open(['ログインして続ける'], { sessionExpired: { signInAgain: async () => 'done' } });
  await dialogs.attempt(async () => {
    tries += 1;
    if (tries === 1) throw OVER;
  });
  expect(tries).toBe(2);
});
