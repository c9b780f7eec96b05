// A call: where it is, who may make it, what goes in and out, and which failure becomes which errorCode.
import type { LoggedAct } from '#domain/staff/acts.ts';
import type { Role } from '#domain/staff/roles.ts';
import { codeOf, FAILURE_NAMES, type Failure, type FailureName, mendingOf } from './failure.ts';
import type { Wire, WireOut } from './field.ts';
import { type AnyRecord, emptyRecord, type Value } from './record.ts';
import { text } from './texts.ts';

export type Caller = 'anyone' | 'administrator' | 'examinee';

/** What an institution's calls of one kind wait for: each kind has places of its own. */
export type ShortEffect = 'read' | 'write' | 'steps';
export type Effect = ShortEffect | 'attempts' | 'bigRead';

/** Calls with a limit of their own on requests a minute; the numbers are configuration. */
type CallLimit = 'token' | 'availability' | 'guestReservation';

/** What the access log holds of a call that was made; `trace` of whoever asks adds what only the server half knows. */
export interface Logged<I extends AnyRecord = AnyRecord> {
  act: LoggedAct;
  /** Whom or what it is about, as far as that was sent. */
  subject?(input: Value<I>): string;
  note?: string;
  /** The server half writes the entry itself, together with what it is about; a refusal is still written for it. */
  isOwn?: boolean;
  /** A file of people's data: one entry before its first byte leaves, and another one that says how it ended. */
  isFile?: boolean;
}

/** What a call of the back office asks of whoever makes it. */
interface OfficeCallOptions<I extends AnyRecord> {
  /** The role that it takes at least. A call that states none is for managers. */
  least?: Role;
  /** The person must have shown who they are within the last minutes. */
  isFresh?: boolean;
  /** Also in a session that is good for nothing but setting up a second factor. */
  isForRestricted?: boolean;
  log?: Logged<NoInfer<I>>;
}

interface CallSpec<I extends AnyRecord, O extends AnyRecord, K extends Caller> extends OfficeCallOptions<I> {
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
  /** What a refusal may say beside its sentences, where that is of a person. */
  refusal?: AnyRecord;
  /** Only what differs from the common codes: a number for errorCode, or a whole answer of another protocol. */
  failures?: Partial<Record<FailureName, number | { status: number; body: WireOut }>>;
  /** Bytes of the request's body; the default is plenty for forms. */
  bodyLimit?: number;
  /** Answers without errorCode, as another protocol wants it. */
  bare?: boolean;
  /** Browsers send it without a token: it is for people who can't log in, and a dead one would be refused. */
  anonymous?: boolean;
  /** Mail programs and other sites may send it: what it needs stands in its address, whatever its body is, and nobody is logged in. */
  fromOutside?: boolean;
  limit?: CallLimit;
}

type Stated<I extends AnyRecord, O extends AnyRecord, K extends Caller> = Omit<CallSpec<I, O, K>, 'log'>;
type Optional = 'guestRequest' | 'refusal' | 'limit';

export interface Call<I extends AnyRecord = AnyRecord, O extends AnyRecord = AnyRecord, K extends Caller = Caller>
  extends Readonly<Required<Omit<Stated<I, O, K>, Optional>> & Pick<Stated<I, O, K>, Optional>> {
  readonly log?: Logged<I>;
}

export type Input<C extends Call> = Value<C['request']>;
export type Reply<C extends Call> = Value<C['reply']>;

export function call<
  K extends Caller,
  I extends AnyRecord = typeof emptyRecord,
  O extends AnyRecord = typeof emptyRecord,
>(spec: CallSpec<I, O, K>): Call<I, O, K> {
  return {
    method: 'POST',
    failures: {},
    bodyLimit: 256 * 1024,
    bare: false,
    anonymous: false,
    fromOutside: false,
    least: 'manager',
    isFresh: false,
    isForRestricted: false,
    ...spec,
    request: spec.request ?? (emptyRecord as unknown as I),
    reply: spec.reply ?? (emptyRecord as unknown as O),
  };
}

type FamilySpec<I extends AnyRecord, O extends AnyRecord, K extends Caller> = Omit<
  CallSpec<I, O, K>,
  'path' | 'who' | 'effect'
>;

/** The calls of one family: the same place, the same caller; what one of them asks else, it states itself. */
function callsOf<K extends Caller>(
  who: K,
  family: string,
  common: Pick<OfficeCallOptions<AnyRecord>, 'least' | 'isForRestricted'> = {},
) {
  const make =
    (effect: Effect) =>
    <I extends AnyRecord = typeof emptyRecord, O extends AnyRecord = typeof emptyRecord>(
      name: string,
      spec: FamilySpec<I, O, K> = {},
    ) =>
      call<K, I, O>({ ...common, ...spec, path: `/api/${family}/${name}`, who, effect });
  return {
    read: make('read'),
    bigRead: make('bigRead'),
    write: make('write'),
    steps: make('steps'),
    attempts: make('attempts'),
  };
}

export const officeCalls = (family: string, common?: Parameters<typeof callsOf>[2]) =>
  callsOf('administrator', family, common);
export const examineeCalls = (family: string) => callsOf('examinee', family);
export const openCalls = (family: string) => callsOf('anyone', family);

export interface Answer {
  status: number;
  body: WireOut;
}

export function answerSuccess(call: Call, reply: unknown): WireOut {
  return call.reply.encode(reply, call.bare ? {} : { errorCode: 0, errorMessagesList: [] });
}

/** By what an answer shows that a failure has this name, its sentences apart. */
function markOf(call: Call, name: FailureName): Answer {
  const own = call.failures[name];
  if (typeof own === 'object') return own;
  const { status, errorCode, note } = own === undefined ? codeOf(name) : { status: 200, errorCode: own };
  return { status, body: { errorCode, ...note, ...writeRefusalNote(name) } };
}

export function answerFailure(call: Call, failure: Failure): Answer {
  const { status, body } = markOf(call, failure.name);
  const { errorCode, ...note } = body;
  // A whole answer of another protocol.
  if (typeof errorCode !== 'number') return { status, body: { ...body, ...failure.extra } };
  return { status, body: failureBody(errorCode, failure.sentences, { ...note, ...failure.extra }) };
}

export function failureBody(errorCode: number, sentences: readonly string[], extra: WireOut = {}): WireOut {
  return { errorCode, errorMessagesList: sentences, errorMessage: sentences[0] ?? '', ...extra };
}

export interface FailureReport {
  /** All that the call answers like this: several names may share a code, and what mends a booking distinguishes its refusals. */
  names: readonly FailureName[];
  sentences: readonly string[];
  /** What stands behind each sentence, where the server says more than that; else empty. */
  details: readonly string[];
  /** The answer as it came, for what a contract says beside a refusal. */
  body?: Wire;
}

export function readFailure(call: Call, status: number, body: Wire): FailureReport | null {
  if (call.bare ? status === 200 : body.errorCode === 0) return null;
  const fits = (name: FailureName) => {
    const mark = markOf(call, name);
    return mark.status === status && Object.entries(mark.body).every(([key, value]) => body[key] === value);
  };
  const texts = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);
  return {
    names: FAILURE_NAMES.filter(fits),
    sentences: texts(body.errorMessagesList),
    details: texts(body.errorDetailsList),
    body,
  };
}

/** Fields that any call may carry beside its own; the HTTP server and the browser's sender deal with them for all calls. */
export const institutionField = text('ircd', '医療機関コード');
const tokenField = text('token', 'トークン');
const ignore = () => {};
export const institutionIn = (wire: Wire) => institutionField.take(wire, ignore);
export const tokenIn = (wire: Wire) => tokenField.take(wire, ignore);

/** Nothing for failures that are not about a booking. */
function writeRefusalNote(failure: FailureName): WireOut {
  const redoStep = mendingOf(failure);
  if (!redoStep) return {};
  return failure === 'Registered' ? { redoStep, isRegistered: '1' } : { redoStep };
}
