// How soon a desk knows of another's marks, by a clock that is turned by hand; and whose answer is shown.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Watches } from '#server/load/watches.ts';
import { Turns } from './reception/turns.ts';
import { AGAIN_MS, IDLE_MS, LATER_MS, type Look, startWatch, type Watch, type Watching } from './watching.ts';

let page: EventTarget & { visibilityState: DocumentVisibilityState };
let desk: EventTarget;
let watch: Watch | null = null;
let states: Watching[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  desk = new EventTarget();
  states = [];
});
afterEach(() => {
  watch?.end();
  vi.useRealTimers();
});

function start(look: Look) {
  const around = { window: desk, document: page } as unknown as Parameters<typeof startWatch>[2];
  watch = startWatch(look, (state) => states.push(state), around);
}

function showPage(visibilityState: DocumentVisibilityState) {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

/** Held like by a server, until it is told or given up. */
function heldLooks() {
  const looks: { signal: AbortSignal; answer(isFine?: boolean): void }[] = [];
  const look: Look = (signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      looks.push({ signal, answer: (isFine = true) => resolve(isFine) });
    });
  return { looks, look };
}

describe('two desks', () => {
  test.each([0, 400, 900, 1_400, 10_000, 24_900, 25_300, 26_200, 26_900, 51_000])(
    'given a mark at one after %i ms, then it stands at the other within 3 s',
    async (after) => {
      const server = new Watches();
      let [version, shown, seenAt] = ['0', '0', 0];
      const wire = async () => {
        await new Promise((resolve) => setTimeout(resolve, 100));
      };
      start(async () => {
        await wire();
        const now = await server.wait({ of: 'one', name: 'day' }, shown, async () => version);
        await wire();
        if (now === shown) return true;
        await wire();
        shown = version;
        seenAt = Date.now();
        return true;
      });
      await vi.advanceTimersByTimeAsync(after);
      const markedAt = Date.now();
      version = '1';
      await vi.advanceTimersByTimeAsync(3_000);
      expect(shown).toBe('1');
      expect(seenAt - markedAt).toBeLessThanOrEqual(3_000);
      // And the next one too, which may come while the first is being fetched.
      version = '2';
      await vi.advanceTimersByTimeAsync(3_000);
      expect(shown).toBe('2');
      server.close();
    },
  );

  test('a desk asks again only when it was answered', async () => {
    const { looks, look } = heldLooks();
    start(look);
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect(looks).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(looks).toHaveLength(1);
    looks[0]?.answer();
    await vi.advanceTimersByTimeAsync(AGAIN_MS);
    expect(looks).toHaveLength(2);
  });
});

test('while the page is hidden nothing is asked, and when it is shown it is at once', async () => {
  const { looks, look } = heldLooks();
  start(look);
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  showPage('hidden');
  expect(looks[0]?.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(looks).toHaveLength(1);
  showPage('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toHaveLength(2);
  expect(states).toEqual([]);
});

test('a desk that lost the connection says so, and goes on by itself', async () => {
  let isThere = false;
  let looks = 0;
  const held: boolean[] = [];
  start(async (_, isHeld) => {
    looks++;
    held.push(isHeld);
    return isThere;
  });
  await vi.advanceTimersByTimeAsync(AGAIN_MS);
  expect(states).toEqual(['failing']);
  isThere = true;
  await vi.advanceTimersByTimeAsync(LATER_MS - 1);
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(states.at(-1)).toBe('on');
  // Not held by the server, so that the desk knows at once that it is heard.
  expect(held).toEqual([true, false]);
  // The machine itself knows: it is said at once, and looked at once.
  desk.dispatchEvent(new Event('offline'));
  expect(states.at(-1)).toBe('failing');
  const before = looks;
  desk.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toBe(before + 1);
  expect(states.at(-1)).toBe('on');
});

test('a look that nobody answers is given up, and that is told', async () => {
  const { look } = heldLooks();
  start(look);
  await vi.advanceTimersByTimeAsync(AGAIN_MS + 40_000);
  expect(states).toEqual(['failing']);
});

test('after 30 minutes without a key or a finger it ends; whoever touches anything keeps it', async () => {
  let looks = 0;
  start(async () => {
    looks++;
    return true;
  });
  await vi.advanceTimersByTimeAsync(IDLE_MS - 60_000);
  desk.dispatchEvent(new Event('pointerdown'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(states.at(-1)).toBe('on');
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(states.at(-1)).toBe('stopped');
  const before = looks;
  await vi.advanceTimersByTimeAsync(IDLE_MS);
  expect(looks).toBe(before);
});

describe('whose answer is shown', () => {
  test('of two questions about a day, the later one’s, whichever comes first', () => {
    const turns = new Turns();
    turns.take(turns.open());
    const [first, second] = [turns.ask(), turns.ask()];
    expect(turns.take(second)).toBe(true);
    expect(turns.take(first)).toBe(false);
  });

  test('another day that was chosen, though a question about the day before was asked after it', () => {
    const turns = new Turns();
    turns.take(turns.open());
    const other = turns.open();
    const watching = turns.ask();
    // The day before is still shown, and goes on being told of.
    expect(turns.take(watching)).toBe(true);
    const late = turns.ask();
    expect(turns.take(other)).toBe(true);
    expect(turns.take(late)).toBe(false);
    expect(turns.take(turns.ask())).toBe(true);
  });

  test('of several days the one that was chosen last, in whatever order they come', () => {
    const turns = new Turns();
    const [first, second, third] = [turns.open(), turns.open(), turns.open()];
    expect(turns.take(second)).toBe(false);
    expect(turns.take(third)).toBe(true);
    expect(turns.take(first)).toBe(false);
  });
});
