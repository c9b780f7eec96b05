// What the owner does to a reservation in two windows at once: changes it twice, and calls it off meanwhile. One wins.
import type { Form } from '#tests/kit/booking-forms.ts';
import type { Model, ModelReservation, Wish } from './model.ts';

type Post = (path: string, form: Form, token: string) => Promise<{ body: Record<string, unknown> }>;

export interface Race {
  old: ModelReservation;
  wish: Wish;
  /** The change, as a browser sends it. */
  form: Form;
  token: string;
}

/** Throws where the outcome is none that one after the other could have had; else the model follows whoever has won. */
export async function raceForChange(model: Model, post: Post, { old, wish, form, token }: Race): Promise<string> {
  const isOpen = model.isChangeable(old);
  const verdict = model.judge(wish, old.mail, false, old);
  const change = () => post('/api/Account/CommonLoginedChangeReserve', form, token);
  const cancel = () => post('/api/CommonConfirmCancel/CancelReserve', { ukno: old.number }, token);
  const [first, cancelled, second] = await Promise.all([change(), cancel(), change()]);
  const changed = [first, second].filter(({ body }) => body.errorCode === 0);
  const isCancelled = cancelled.body.errorCode === 0;
  const winners = changed.length + (isCancelled ? 1 : 0);
  const refusals = [first, cancelled, second].filter(({ body }) => body.errorCode !== 0);
  const what = `race for ${old.number} to ${wish.date} ${wish.slot}: ${verdict}`;
  const isPlausible =
    winners === (isOpen ? 1 : 0) &&
    (changed.length === 0 || verdict === 'ok') &&
    refusals.every(({ body }) => body.errorCode === 13 && [verdict, 'my-page'].includes(String(body.redoStep)));
  if (!isPlausible) {
    const answers = [first, cancelled, second].map(({ body }) => `${body.errorCode} ${body.redoStep ?? ''}`);
    throw new Error(`${what}\n  the service says ${answers.join(', ')}`);
  }
  const [won] = changed;
  if (won) model.book(won.body.ukno as number, wish, old.mail, old);
  else if (isCancelled) model.cancel(old);
  return `${what}, won by ${won ? 'a change' : isCancelled ? 'the cancellation' : 'nobody'}`;
}
