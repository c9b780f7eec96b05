// Answers that came along with the document: the first screen of an examinee need not ask for what its address says already.
import type { Call } from '#wire/call.ts';
import { encodeForm } from '#wire/form.ts';
import type { AnyRecord, Value } from '#wire/record.ts';

/** What the server writes into the document (server/http/first-page.ts). */
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

/** Only as long as the document is young: whoever comes back to the screen asks again. Null where nothing came along. */
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
