// Sends a call as its contract says, and gives back what came, decoded, or a failure with its code and sentences.
import { type Call, institutionField } from '#wire/call.ts';
import { FAULT, RUSH } from '#wire/failure.ts';
import { Malformed, type Wire } from '#wire/field.ts';
import { encodeForm } from '#wire/form.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { examineeSession, officeSession } from './session.ts';

export class CallFailed extends Error {
  readonly errorCode: number;
  readonly status: number;
  readonly sentences: readonly string[];
  readonly body: Wire;

  constructor(errorCode: number, status: number, sentences: readonly string[], body: Wire = {}) {
    super(`errorCode ${errorCode}`);
    this.errorCode = errorCode;
    this.status = status;
    this.sentences = sentences;
    this.body = body;
  }

  /** What stands behind a sentence, where the server says more than that. */
  detailOf(at: number): string | undefined {
    const { errorDetailsList } = this.body;
    return Array.isArray(errorDetailsList) && errorDetailsList[at] ? String(errorDetailsList[at]) : undefined;
  }

  /** No answer came: the network is gone, or the server. */
  get isLost(): boolean {
    return this.status === 0;
  }

  /** Too many at once, or too often: its sentence says which, and how long to wait. */
  get isTooMany(): boolean {
    return this.status === 429;
  }

  /** It may get through at once when it is sent again; a limit on tries would not. */
  get passes(): boolean {
    return this.isLost || (this.isTooMany && this.sentences.includes(RUSH));
  }
}

export const SESSION_OVER = 15;
export const NOT_THERE = 16;

export interface SendOptions {
  /** Without any token, e.g. to get one: a dead one would be refused even where none is needed. */
  anonymous?: boolean;
  /** With this one instead of the session's. */
  token?: string;
  signal?: AbortSignal;
}

export async function send<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O>,
  input: Value<I>,
  options: SendOptions = {},
): Promise<Value<O>> {
  let response: Response;
  let body: Record<string, unknown>;
  try {
    response = await request(call, input, options);
    body = await response.json();
  } catch (error) {
    if ((error as Error).name === 'AbortError') throw error;
    throw new CallFailed(FAULT.errorCode, 0, []);
  }
  if (call.bare ? !response.ok : body.errorCode !== 0) throw failureIn(response, body);
  try {
    return call.reply.receive(body);
  } catch (error) {
    if (error instanceof Malformed) throw new CallFailed(FAULT.errorCode, response.status, []);
    throw error;
  }
}

export function request<I extends AnyRecord>(call: Call<I>, input: Value<I>, options: SendOptions): Promise<Response> {
  const wire = call.request.encode(input);
  const office = officeSession.get();
  if (call.who === 'administrator') institutionField.put(office.institutionCode, wire);
  const token = options.token ?? (call.who === 'administrator' ? office.token : examineeSession.get().auth.token);
  const headers: Record<string, string> =
    !options.anonymous && !call.anonymous && token ? { authorization: `Bearer ${token}` } : {};
  const form = encodeForm(wire);
  return call.method === 'GET'
    ? fetch(form.size > 0 ? `${call.path}?${form}` : call.path, { headers, signal: options.signal })
    : fetch(call.path, { method: 'POST', headers, body: form, signal: options.signal });
}

export function failureIn(response: Response, body: Wire): CallFailed {
  const sentences = Array.isArray(body.errorMessagesList) ? body.errorMessagesList.map(String) : [];
  return new CallFailed(Number(body.errorCode ?? FAULT.errorCode), response.status, sentences, body);
}
