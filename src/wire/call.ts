// A call: where it is, who may make it, what goes in and out, and which failure becomes which errorCode.

import { codeOf, type Failure, type FailureName } from './failure.ts';
import type { Wire, WireOut } from './field.ts';
import { text } from './fields.ts';
import { type AnyRecord, type Draft, nothing, type Value } from './record.ts';
import { writeRefusalNote } from './refusal.ts';

export type Caller = 'anyone' | 'administrator' | 'examinee';

/** What an institution's calls of one kind wait for: each kind has places of its own. */
export type ShortEffect = 'read' | 'write' | 'steps';
export type Effect = ShortEffect | 'tries' | 'bigRead';

/** Calls with a limit of their own on requests a minute; the numbers are configuration. */
export type CallLimit = 'token' | 'availability' | 'guestReservation';

interface CallSpec<I extends AnyRecord, O extends AnyRecord, K extends Caller> {
  path: `/${string}`;
  method?: 'GET' | 'POST';
  who: K;
  /**
   * A write runs in a transaction; steps commit one by one, where even a refusal must leave its trace. Tries are steps that
   * look at a password: they may have to wait for a while, and take no place where others stand. A big read has connections
   * and a time limit of its own, and is answered in pieces.
   */
  effect: Effect;
  request?: I;
  /** The same where more is asked of those who are not logged in. */
  guestRequest?: I;
  reply?: O;
  /** Only what differs from the common codes: a number for errorCode, or a whole answer of another protocol. */
  failures?: Partial<Record<FailureName, number | { status: number; body: WireOut }>>;
  /** Bytes of the request's body; the default is plenty for forms. */
  bodyLimit?: number;
  /** Answers without errorCode, as another protocol wants it. */
  bare?: boolean;
  /** Browsers send it without a token: it is for people who can't log in, and a dead one would be refused. */
  anonymous?: boolean;
  limit?: CallLimit;
}

export interface Call<I extends AnyRecord = AnyRecord, O extends AnyRecord = AnyRecord, K extends Caller = Caller> {
  readonly path: `/${string}`;
  readonly method: 'GET' | 'POST';
  readonly who: K;
  readonly effect: Effect;
  readonly request: I;
  readonly guestRequest?: I;
  readonly reply: O;
  readonly failures: NonNullable<CallSpec<I, O, K>['failures']>;
  readonly bodyLimit: number;
  readonly bare: boolean;
  readonly anonymous: boolean;
  readonly limit?: CallLimit;
}

export type Input<C extends Call> = Value<C['request']>;
export type InputDraft<C extends Call> = Draft<C['request']>;
export type Reply<C extends Call> = Value<C['reply']>;

export function call<K extends Caller, I extends AnyRecord = typeof nothing, O extends AnyRecord = typeof nothing>(
  spec: CallSpec<I, O, K>,
): Call<I, O, K> {
  return {
    method: 'POST',
    failures: {},
    bodyLimit: 256 * 1024,
    bare: false,
    anonymous: false,
    ...spec,
    request: spec.request ?? (nothing as unknown as I),
    reply: spec.reply ?? (nothing as unknown as O),
  };
}

type OfficeSpec<I extends AnyRecord, O extends AnyRecord> = Omit<
  CallSpec<I, O, 'administrator'>,
  'path' | 'who' | 'effect'
>;

/** The calls of one family of the back office: the same place, the same caller. */
export function officeCalls(family: string) {
  const make =
    (effect: Effect) =>
    <I extends AnyRecord = typeof nothing, O extends AnyRecord = typeof nothing>(
      name: string,
      spec: OfficeSpec<I, O> = {},
    ) =>
      call<'administrator', I, O>({ ...spec, path: `/api/${family}/${name}`, who: 'administrator', effect });
  return { read: make('read'), bigRead: make('bigRead'), write: make('write') };
}

export interface Answer {
  status: number;
  body: WireOut;
}

export function answerSuccess(call: Call, reply: unknown): WireOut {
  const body = call.reply.encode(reply);
  return call.bare ? body : { errorCode: 0, errorMessagesList: [], ...body };
}

export function answerFailure(call: Call, failure: Failure): Answer {
  const own = call.failures[failure.name];
  if (typeof own === 'object') return own;
  const common = codeOf(failure.name);
  const errorCode = own ?? common.errorCode;
  const status = own === undefined ? common.status : 200;
  return {
    status,
    body: failureBody(errorCode, failure.sentences, { ...writeRefusalNote(failure.name), ...failure.extra }),
  };
}

export function failureBody(errorCode: number, sentences: readonly string[], extra: WireOut = {}): WireOut {
  return { errorCode, errorMessagesList: sentences, errorMessage: sentences[0] ?? '', ...extra };
}

/** Fields that any call may carry beside its own; the door and the browser's sender deal with them for all calls. */
export const institutionField = text('ircd', '医療機関コード');
const tokenField = text('token', 'トークン');
const ignore = () => {};
export const institutionIn = (wire: Wire) => institutionField.take(wire, ignore);
export const tokenIn = (wire: Wire) => tokenField.take(wire, ignore);
