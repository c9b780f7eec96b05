// Sends a call whose answer comes in pieces, and reports each piece as soon as it is there.
import { type Call, readFailure } from '#wire/call.ts';
import type { Wire } from '#wire/field.ts';
import { type PieceListener, readPieces } from '#wire/pieces.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { CallFailed, isAborted, request, type SendOptions } from './send.ts';

/** Whether the answer was whole is known at the end only: it throws where that is cut off. */
export async function sendForPieces<I extends AnyRecord, O extends AnyRecord, L extends keyof Value<O> & string>(
  call: Call<I, O>,
  list: L,
  input: Value<I>,
  listener: PieceListener<O, L>,
  options: SendOptions = {},
): Promise<void> {
  let response: Response;
  let failure: Wire | null;
  try {
    response = await request(call, input, options);
    failure = await readPieces(call, list, linesOf(response), listener);
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new CallFailed();
  }
  if (failure) throw new CallFailed(response.status, readFailure(call, response.status, failure) ?? undefined);
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    const lines = (rest + decoder.decode(step.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
