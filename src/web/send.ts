// Sends a call as its contract says, and gives back what came, decoded, or a failure with its names and sentences.
import type { Mending } from '#domain/reservation/booking-steps.ts';
import { type Call, institutionField, readFailure, type ToldFailure } from '#wire/call.ts';
import { type FailureName, isRefusal, mendingOf, RUSH } from '#wire/failure.ts';
import { Malformed } from '#wire/field.ts';
import { encodeForm } from '#wire/form.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { takeAhead } from './ask-ahead.ts';
import { examineeSession, officeSession } from './session.ts';

const NO_ANSWER = 0;
const STOPPING = 503;
const NOTHING_TOLD: ToldFailure = { names: [], sentences: [], details: [] };

export class CallFailed extends Error {
  readonly status: number;
  readonly told: ToldFailure;

  constructor(status = NO_ANSWER, told = NOTHING_TOLD) {
    super(told.names.join(' or ') || `status ${status}`);
    this.status = status;
    this.told = told;
  }

  get sentences(): readonly string[] {
    return this.told.sentences;
  }

  /** What stands behind a sentence, where the server says more than that. */
  detailOf(at: number): string | undefined {
    return this.told.details[at] || undefined;
  }

  /** Whether it may be one of these: the call may answer others alike. */
  is(...names: FailureName[]): boolean {
    return names.some((name) => this.told.names.includes(name));
  }

  /** The call says what is wrong with what was sent: that is the asker's own to tell. */
  get isRefusal(): boolean {
    return this.told.names.some(isRefusal);
  }

  /** What mends a refused booking. */
  get mending(): Mending | null {
    return this.told.names.map(mendingOf).find((mending) => mending !== null) ?? null;
  }

  /** No answer came: the network is gone, or the server. One that is just being stopped says so, and has done nothing. */
  get isLost(): boolean {
    return this.status === NO_ANSWER || this.status === STOPPING;
  }

  /** It may get through at once when it is sent again; a limit on tries would not. */
  get passes(): boolean {
    return this.isLost || (this.is('TooMany') && this.sentences.includes(RUSH));
  }
}

/** Nobody waits for the answer any more. */
export const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError';

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
    if (isAborted(error)) throw error;
    throw new CallFailed();
  }
  const failure = readFailure(call, response.status, body);
  if (failure) throw new CallFailed(response.status, failure);
  try {
    return call.reply.receive(body);
  } catch (error) {
    if (error instanceof Malformed) throw new CallFailed(response.status);
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
  const { signal } = options;
  if (call.method === 'GET') return fetch(form.size > 0 ? `${call.path}?${form}` : call.path, { headers, signal });
  const ahead = form.size === 0 ? takeAhead(call.path, headers.authorization) : null;
  return ahead ?? fetch(call.path, { method: 'POST', headers, body: form, signal });
}
