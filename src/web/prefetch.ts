// Answers to a screen's first question that are asked for while its code is still on the way, or come along with the document. They count
// for the first load of a document alone, and not for long: whoever asks later wants to know what is so by then.
import type { Call } from '#wire/call.ts';
import { encodeForm } from '#wire/form.ts';
import type { AnyRecord, Value } from '#wire/record.ts';

const FRESH_MS = 10_000;

interface Ahead {
  path: string;
  authorization: string;
  at: number;
  answer: Promise<Response>;
}

let ahead: Ahead | null = null;

/** A call that asks for nothing but what its token may see. */
export function prefetch(path: string, token: string): void {
  const authorization = `Bearer ${token}`;
  const answer = fetch(path, { method: 'POST', headers: { authorization }, body: new URLSearchParams() });
  // Whoever takes it gets the failure.
  answer.catch(() => {});
  ahead = { path, authorization, at: performance.now(), answer };
}

/** Once, and only for who would have asked the same. */
export function takePrefetched(path: string, authorization: string | undefined): Promise<Response> | null {
  const taken = ahead;
  if (taken?.path !== path) return null;
  ahead = null;
  const isFresh = performance.now() - taken.at < FRESH_MS;
  return isFresh && taken.authorization === authorization ? taken.answer : null;
}

/** What the server writes into the document (server/http/first-page.ts), so that the first screen of an examinee need not ask. */
export interface InitialAnswer {
  path: string;
  form: string;
  body: Record<string, unknown>;
}

const INITIAL_DATA_ID = 'first-answers';

let answers: readonly InitialAnswer[] | null = null;

export function setInitialData(brought: readonly InitialAnswer[]): void {
  answers = brought;
}

function fromDocument(): readonly InitialAnswer[] {
  const text = document.getElementById(INITIAL_DATA_ID)?.textContent;
  return text ? JSON.parse(text) : [];
}

/** Only as long as the document is young. Null where nothing came along. */
export function initialAnswer<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O>,
  input: Value<I>,
): Value<O> | null {
  answers ??= fromDocument();
  const form = encodeForm(call.request.encode(input)).toString();
  const found = answers.find((answer) => answer.path === call.path && answer.form === form);
  return found ? call.reply.receive(found.body) : null;
}

export function clearInitialData(): void {
  answers = [];
}
