// What is pressed twice is done once; what was not changed is not saved.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { changed, useOnce } from './use-save.ts';

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

test('what is wrong is told before that nothing was changed', () => {
  const wrong = { ok: false, problems: ['x'] } as const;
  expect(changed(wrong, 0, '行')).toBe(wrong);
  expect(changed({ ok: true, value: 1 }, 0, '行')).toEqual({ ok: false, problems: ['変更された行がありません。'] });
  expect(changed({ ok: true, value: 1 }, 1, '項目')).toEqual({ ok: true, value: 1 });
});
