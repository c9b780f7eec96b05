// Batches one after the other, in the browser: stopped, lost on the way, and what is said of them.
import { describe, expect, test } from 'vitest';
import { CONFIRM, planOf } from './many/bulk-confirm.tsx';
import { AT_A_TIME } from './many/contract.ts';
import { type Listed, outcomeOf, type RunOptions, type RunResult, runInBatches } from './run.ts';

const listed = (count: number, change: (index: number) => Partial<Listed> = () => ({})): Listed[] =>
  Array.from({ length: count }, (_, index) => ({
    number: 100_000_001 + index,
    version: '1',
    status: 'new',
    name: '健診　花子',
    visitDate: '2026-12-01',
    startTime: '9:00',
    hasMail: true,
    ...change(index),
  }));

const done = ({ number, hasMail }: Listed): RunResult => ({
  number,
  outcome: 'done',
  status: 'confirmed',
  version: '2',
  isMailed: hasMail,
  sentence: '',
});

/** A server that answers at once, and a person who says what is given. */
function ways(change: Partial<RunOptions<Listed>> = {}) {
  const sent: number[][] = [];
  const progress: number[] = [];
  const all: RunOptions<Listed> = {
    sendBatch: async (batch) => batch.map(done),
    sendMail: true,
    atATime: AT_A_TIME,
    again: async () => false,
    isStopped: () => false,
    onProgress: (dealtWith) => progress.push(dealtWith),
    ...change,
  };
  const sendBatch: RunOptions<Listed>['sendBatch'] = (batch) => {
    sent.push(batch.map(({ number }) => number));
    return all.sendBatch(batch);
  };
  return { sent, progress, ways: { ...all, sendBatch } };
}

describe('batches', () => {
  test('of twenty, one after the other, in the order of the list', async () => {
    const rows = listed(45);
    const { sent, progress, ways: given } = ways();
    const run = await runInBatches(rows, given);
    expect(sent.map((batch) => batch.length)).toEqual([20, 20, 5]);
    expect(sent.flat()).toEqual(rows.map(({ number }) => number));
    expect(progress).toEqual([20, 40, 45]);
    expect(run).toMatchObject({ left: [], isUnsure: false });
    expect(run.results).toHaveLength(45);
  });

  test('given 60 selected, when it is stopped after two batches, then 40 are done and 20 are left', async () => {
    const rows = listed(60);
    const { sent, progress, ways: given } = ways({ isStopped: () => progress.length === 2 });
    const run = await runInBatches(rows, given);
    expect(sent).toHaveLength(2);
    expect(run.results.map(({ number }) => number)).toEqual(rows.slice(0, 40).map(({ number }) => number));
    expect(run.left).toEqual(rows.slice(40));
    expect(outcomeOf(CONFIRM, rows, run, true)).toMatchObject({
      lead: '40 件を確認しました。',
      left: '20 件はまだ確認していません。選択したままにしています。',
      remaining: rows.slice(40).map(({ number }) => number),
    });
  });

  test('a batch whose answer is lost is sent again, and what it had done counts as done, with its mails', async () => {
    const rows = listed(25, (index) => ({ hasMail: index !== 3 }));
    let isLost = false;
    const { sent, ways: given } = ways({
      async sendBatch(batch) {
        if (batch.length === 5 || isLost) {
          // All but the last, which a colleague has confirmed and changed since.
          return batch.map((row, at) =>
            isLost && batch.length === 20
              ? { ...done(row), outcome: 'already', isMailed: false, version: at === 19 ? '4' : '2' }
              : done(row),
          );
        }
        isLost = true;
        throw new Error('lost');
      },
      again: async () => true,
    });
    const run = await runInBatches(rows, given);
    expect(sent.map((batch) => batch.length)).toEqual([20, 20, 5]);
    expect(sent[1]).toEqual(sent[0]);
    expect(outcomeOf(CONFIRM, rows, run, true)).toMatchObject({
      lead: '24 件を確認しました。',
      lines: [
        '通知メール 23 件を送ります。',
        'メールアドレスのない方 1 件には送っていません。',
        '1 件はすでに確認されていました。',
      ],
      left: '',
    });
  });

  test('who gives up is informed that the rest is not known, and keeps it selected', async () => {
    const rows = listed(30);
    const { ways: given } = ways({
      async sendBatch(batch) {
        if (batch.length < 20) throw new Error('lost');
        return batch.map(done);
      },
    });
    const run = await runInBatches(rows, given);
    expect(run).toMatchObject({ isUnsure: true, left: rows.slice(20) });
    expect(outcomeOf(CONFIRM, rows, run, true).left).toContain('10 件は、確認できたかどうかわかりません。');
  });
});

describe('what is said', () => {
  test('before: what each becomes, what stays, and whom mails go to', () => {
    const status = (index: number) =>
      index < 15 ? 'new' : index < 21 ? 'changed' : index < 23 ? 'cancelled' : 'confirmed';
    const plan = planOf(listed(27, (index) => ({ status: status(index), hasMail: index > 1 })));
    expect(plan.steps).toEqual([
      { from: 'new', count: 15 },
      { from: 'changed', count: 6 },
      { from: 'cancelled', count: 2 },
    ]);
    expect(plan.others).toBe(4);
    expect(plan.mailHint).toBe('送信 21 件（予約確定 19・取消確定 2）　メールアドレスなし 2 件');
  });

  test.each([
    [1, 0, '送信 1 件（予約確定 1）'],
    [0, 2, '送信 2 件（取消確定 2）'],
  ])('before, with %i bookings and %i cancellations', (bookings, cancellations, hint) => {
    const rows = listed(bookings + cancellations, (index) => ({ status: index < bookings ? 'new' : 'cancelled' }));
    expect(planOf(rows).mailHint).toBe(hint);
  });

  test('before, where nobody can be written to', () => {
    expect(planOf(listed(2, () => ({ hasMail: false }))).mailHint).toBe('送信 0 件　メールアドレスなし 2 件');
  });

  test('after: what is refused with its reason, and nothing of mails where none were wanted', () => {
    const rows = listed(3, () => ({ hasMail: false }));
    const results = rows.map(done);
    const refusal = { ...results[1]!, outcome: 'refused' as const, sentence: '理由' };
    const run = { results: [results[0]!, refusal, results[2]!], left: [], isUnsure: false };
    const outcome = outcomeOf(CONFIRM, rows, run, false);
    expect(outcome).toMatchObject({ lead: '2 件を確認しました。', lines: [], remaining: [rows[1]?.number] });
    expect(outcome.refused).toEqual([{ row: rows[1], sentence: '理由' }]);
  });
});
