// When a page asks again by itself, by a clock that is turned by hand.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IDLE_MS, POLL_MS, type Poll, type Poller, type PollingState, RETRY_MS, startPolling } from './polling.ts';

let page: EventTarget & { visibilityState: DocumentVisibilityState };
let desk: EventTarget;
let poller: Poller | null = null;
let states: PollingState[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const });
  desk = new EventTarget();
  states = [];
});
afterEach(() => {
  poller?.end();
  vi.useRealTimers();
});

function start(poll: Poll) {
  const around = { window: desk, document: page } as unknown as Parameters<typeof startPolling>[2];
  poller = startPolling(poll, (state) => states.push(state), around);
}

function showPage(visibilityState: DocumentVisibilityState) {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event('visibilitychange'));
}

/** Polls that are answered when the test says so. */
function openPolls() {
  const polls: { signal: AbortSignal; answer(isFine?: boolean): void }[] = [];
  const poll: Poll = (signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      polls.push({ signal, answer: (isFine = true) => resolve(isFine) });
    });
  return { polls, poll };
}

test.each([0, 400, 900, 2_900, 10_000, 25_300])(
  'given a mark after %i ms, then it stands here within 3 s',
  async (after) => {
    let [version, shown] = ['0', '0'];
    start(async () => {
      const now = version;
      await new Promise((resolve) => setTimeout(resolve, 100));
      shown = now;
      return true;
    });
    await vi.advanceTimersByTimeAsync(after);
    version = '1';
    await vi.advanceTimersByTimeAsync(POLL_MS + 100);
    expect(shown).toBe('1');
  },
);

test('nothing is asked before the last was answered, and then not more often than every 3 s', async () => {
  const { polls, poll } = openPolls();
  start(poll);
  await vi.advanceTimersByTimeAsync(POLL_MS + 10_000);
  expect(polls).toHaveLength(1);
  polls[0]?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(polls).toHaveLength(2);
  polls[1]?.answer();
  await vi.advanceTimersByTimeAsync(POLL_MS - 1);
  expect(polls).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(polls).toHaveLength(3);
});

test('while the page is hidden nothing is asked, and when it is shown it is at once', async () => {
  const { polls, poll } = openPolls();
  start(poll);
  await vi.advanceTimersByTimeAsync(POLL_MS);
  showPage('hidden');
  expect(polls[0]?.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(polls).toHaveLength(1);
  showPage('visible');
  await vi.advanceTimersByTimeAsync(0);
  expect(polls).toHaveLength(2);
  expect(states).toEqual([]);
});

test('a desk that lost the connection says so, and goes on by itself', async () => {
  let isThere = false;
  let count = 0;
  start(async () => {
    count++;
    return isThere;
  });
  await vi.advanceTimersByTimeAsync(POLL_MS);
  expect(states).toEqual(['failing']);
  isThere = true;
  await vi.advanceTimersByTimeAsync(RETRY_MS - 1);
  expect(count).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(states.at(-1)).toBe('on');
  // The machine itself knows: it shows at once, and is asked at once.
  desk.dispatchEvent(new Event('offline'));
  expect(states.at(-1)).toBe('failing');
  const before = count;
  desk.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(count).toBe(before + 1);
  expect(states.at(-1)).toBe('on');
});

test('a poll that nobody answers is given up, and that shows', async () => {
  start(openPolls().poll);
  await vi.advanceTimersByTimeAsync(POLL_MS + 20_000);
  expect(states).toEqual(['failing']);
});

test('who has touched nothing for half an hour is no longer kept logged in by polling', async () => {
  let count = 0;
  start(async () => {
    count++;
    return true;
  });
  await vi.advanceTimersByTimeAsync(IDLE_MS - 1_000);
  desk.dispatchEvent(new Event('keydown'));
  await vi.advanceTimersByTimeAsync(IDLE_MS - POLL_MS);
  expect(states.at(-1)).toBe('on');
  await vi.advanceTimersByTimeAsync(2 * POLL_MS);
  expect(states.at(-1)).toBe('stopped');
  const before = count;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(count).toBe(before);
});

test('what ended asks no more, and listens to nothing', async () => {
  let count = 0;
  start(async () => {
    count++;
    return true;
  });
  poller?.end();
  desk.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(count).toBe(0);
});
