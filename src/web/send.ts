// Sends a call as its contract says, and gives back what came, decoded, or a failure with its names and sentences.
import type { Mending } from '#domain/reservation/booking-steps.ts';
import { type Call, type FailureReport, institutionField, readFailure } from '#wire/call.ts';
import { BUSY_SENTENCE, type FailureName, isRefusal, mendingOf } from '#wire/failure.ts';
import { Malformed } from '#wire/field.ts';
import { encodeForm } from '#wire/form.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { takePrefetched } from './prefetch.ts';
import { examineeSession, officeSession } from './session.ts';
import { tokenAfter } from './token-renewal.ts';

const NO_ANSWER = 0;
const STOPPING = 503;
const NO_TOKEN = 401;
const NO_REPORT: FailureReport = { names: [], sentences: [], details: [] };

export class CallFailed extends Error {
  readonly status: number;
  readonly report: FailureReport;

  constructor(status = NO_ANSWER, report = NO_REPORT) {
    super(report.names.join(' or ') || `status ${status}`);
    this.status = status;
    this.report = report;
  }

  get sentences(): readonly string[] {
    return this.report.sentences;
  }

  /** What stands behind a sentence, where the server says more than that. */
  detailOf(at: number): string | undefined {
    return this.report.details[at] || undefined;
  }

  /** Whether it may be one of these: the call may answer others alike. */
  is(...names: FailureName[]): boolean {
    return names.some((name) => this.report.names.includes(name));
  }

  /** The call says what is wrong with what was sent: that is the actor's own to explain. */
  get isRefusal(): boolean {
    return this.report.names.some(isRefusal);
  }

  /** What mends a refused booking. */
  get mending(): Mending | null {
    return this.report.names.map(mendingOf).find((mending) => mending !== null) ?? null;
  }

  /** No answer came: the network is gone, or the server. One that is just being stopped says so, and has done nothing. */
  get isLost(): boolean {
    return this.status === NO_ANSWER || this.status === STOPPING;
  }

  /** It may get through at once when it is sent again; a limit on tries would not. */
  get passes(): boolean {
    return this.isLost || (this.is('TooMany') && this.sentences.includes(BUSY_SENTENCE));
  }
}

/** Nobody waits for the answer any more. */
export const isAborted = (error: unknown) => error instanceof Error && error.name === 'AbortError';

export interface SendOptions {
  /** Without any token, e.g. to get one: a dead one would be refused even where none is needed. */
  anonymous?: boolean;
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

/** What is refused for its token alone was not done: where that has just been replaced, it is sent once more. */
export async function request<I extends AnyRecord>(
  call: Call<I>,
  input: Value<I>,
  options: SendOptions,
): Promise<Response> {
  const { token } = officeSession.get();
  const response = await requestOnce(call, input, options);
  if (response.status !== NO_TOKEN || call.who !== 'administrator' || options.token !== undefined) return response;
  const next = await tokenAfter(token);
  return next === null ? response : requestOnce(call, input, { ...options, token: next });
}

function requestOnce<I extends AnyRecord>(call: Call<I>, input: Value<I>, options: SendOptions): Promise<Response> {
  const wire = call.request.encode(input);
  const office = officeSession.get();
  if (call.who === 'administrator') institutionField.put(office.institutionCode, wire);
  const token = options.token ?? (call.who === 'administrator' ? office.token : examineeSession.get().auth.token);
  const headers: Record<string, string> =
    !options.anonymous && !call.anonymous && token ? { authorization: `Bearer ${token}` } : {};
  const form = encodeForm(wire);
  const { signal } = options;
  if (call.method === 'GET') return fetch(form.size > 0 ? `${call.path}?${form}` : call.path, { headers, signal });
  const ahead = form.size === 0 ? takePrefetched(call.path, headers.authorization) : null;
  return ahead ?? fetch(call.path, { method: 'POST', headers, body: form, signal });
}
