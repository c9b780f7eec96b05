// Checks who somebody is, and hands out or takes back a token.
import { createPublicKey, hash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { logExamineeFailure, partsOf } from '#server/access/attempts-log.ts';
import { isHidden } from '#server/access/hidden-institutions.ts';
import { networkOf } from '#server/access/limiter.ts';
import { admitLogin } from '#server/access/login-limiter.ts';
import { openStaffSession } from '#server/access/staff-sessions.ts';
import { endSession, idleMs, issueToken, issueTokenFor, type SessionOwner } from '#server/access/tokens.ts';
import { byStaff, logExaminee, writeLog } from '#server/access-log/write-log.ts';
import { type Handler, handle, type Visitor } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { Failure, invalid, refused } from '#wire/failure.ts';
import { examineeUserId, HANDOVER, offerPasskeyCall, requestToken, SECOND_FACTOR } from './contract.ts';
import { endSessionCall } from './contract-sign-out.ts';
import { CREDENTIAL, type Credential, findFitting } from './passwords.ts';
import { reAuthenticateHandler } from './re-authenticate.ts';
import { askForSecondStep, factorsOf, findByUserId, offerPasskey, takeSecondStep } from './second-step.ts';
import { openByReissued } from './verify-mail.ts';

const wrongPair = () => new Failure('WrongPair', ['ユーザーIDまたはパスワードが正しくありません。']);

export const accountHandlers: Handler[] = [
  handle(requestToken, async (db, who, input) => {
    const { kind, token, userId, clientCode = '' } = await openSession(db, who, input);
    return {
      token,
      tokenType: 'bearer',
      secondsToLive: Math.floor(idleMs(who.service.config, kind) / 1000),
      userId,
      clientCode,
    };
  }),

  handle(endSessionCall, async (db, { session }) => {
    if (!session) return {};
    await endSession(db, session);
    if (session.kind === 'administrator') await writeLog(db, { ...byStaff(session), act: 'logOut' });
    else if (session.kind === 'examinee') logExaminee(session, session, 'ログアウト');
    return {};
  }),

  handle(offerPasskeyCall, (_db, who) => offerPasskey(who)),

  reAuthenticateHandler,
];

interface Opened {
  kind: SessionOwner['kind'];
  token: string;
  userId: string;
  clientCode?: string;
}

async function openSession(db: Db, who: Visitor, input: Input<typeof requestToken>): Promise<Opened> {
  const { grantType, username, password, ticket, factor, otp, credential } = input;
  if (grantType === HANDOVER) {
    if (input.assertion === '') throw invalid('アサーションがありません。');
    const { institutionCode } = input;
    const { person, ...rest } = await acceptHandover(db, who, institutionCode, input.assertion);
    const token = await issueToken(db, person, who.now);
    logExaminee(who, person.kind === 'examinee' ? person : { institutionCode }, ...logHandover(rest));
    return { ...rest, kind: person.kind, token };
  }
  if (grantType === SECOND_FACTOR) {
    if (ticket === '' || !factor) throw invalid('認証チケットと2段階認証の方法がありません。');
    return { kind: 'administrator', ...(await takeSecondStep(db, who, { ticket, type: factor, otp, credential })) };
  }
  if (grantType !== 'password') throw refused('認証方式が正しくありません。');
  if (username === '' || password === '') throw invalid('ユーザーIDとパスワードを入力してください。');
  return signIn(db, who, username, password);
}

async function signIn(db: Db, who: Visitor, username: string, password: string): Promise<Opened> {
  const attempt = await admitLogin(db, who, username).catch((error: unknown) => {
    who.service.unknownAttempts.count('refused', who.address);
    throw error;
  });
  const [institutionCode, mail = ''] = partsOf(username) ?? [];
  const open = institutionCode
    ? await checkExaminee(db, who, institutionCode, mail, password)
    : await checkStaff(db, who, username, password);
  if (!open) {
    await attempt.wasWrong();
    throw wrongPair();
  }
  await attempt.wasRight();
  const opened = await open();
  // Whoever has just changed the password, or the factors, has ended this log-in too.
  if (!opened.token) throw wrongPair();
  return { ...opened, token: opened.token };
}

type Opening = () => Promise<Omit<Opened, 'token'> & { token: string | null }>;

async function checkStaff(db: Db, who: Visitor, userId: string, password: string): Promise<Opening | null> {
  const [account] = await findByUserId(db, userId);
  const stored = account?.passwordHash ?? null;
  const fits = await who.service.slowHashes.check(stored, password, networkOf(who.address), who.onGone);
  if (!account || !fits || isHidden(who, account.institutionCode)) return null;
  return async () => {
    if (factorsOf(account).length > 0) throw await askForSecondStep(who, account);
    const opening = { secondFactor: 'none', way: 'パスワード' } as const;
    const token = await openStaffSession(db, who, account, opening);
    return { kind: 'administrator', userId: account.userId, token };
  };
}

const readCredentials = query<Credential & { examineeId: number; mail: string }>(`
  select e.examinee_id as "examineeId", e.mail, ${CREDENTIAL}
    from examinees e join examinee_credentials c using (institution_code, examinee_id)
   where institution_code = $1 and lower(e.mail) = $2 and c.opens_sessions`);

async function checkExaminee(
  db: Db,
  who: Visitor,
  institutionCode: string,
  mail: string,
  password: string,
): Promise<Opening | null> {
  const credentials = await readCredentials(db, institutionCode, lowerAscii(mail));
  const fitting = await findFitting(who, credentials, password);
  if (!fitting || isHidden(who, institutionCode)) return null;
  const person = { institutionCode, examineeId: fitting.examineeId };
  return async () => {
    const token = await (fitting.kind === 'reissued'
      ? openByReissued(db, { ...person, mail: fitting.mail }, fitting, who.now)
      : issueTokenFor(db, person, fitting, who.now));
    if (token) logExaminee(who, person, PASSWORD_WORDS[fitting.kind]);
    return { kind: 'examinee', userId: examineeUserId(institutionCode, fitting.mail), token };
  };
}

const PASSWORD_WORDS = { own: 'パスワード', first: '最初のパスワード', reissued: '再発行パスワード' } as const;

// A partner's portal hands a person over with a signed assertion (RFC 7523), which names them as the partner does.

/** Asymmetric ones only: the partner alone can sign, and we can prove it. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const VISIBLE = /^[\x21-\x7e]{1,200}$/;
const MINUTES = 5;
const SKEW_SECONDS = 30;

const refusedHandover = () => new Failure('WrongPair', ['引き継ぎの情報が正しくないか、有効期限が過ぎています。']);

const logHandover = ({ clientCode = '' }: { clientCode?: string }) =>
  ['パートナーからの引き継ぎ', `クライアント ${clientCode}`] as const;

const findKey = query<{ clientCode: string; publicKey: string; routes: string[] }>(`
  select client_code as "clientCode", public_key as "publicKey",
         array(select route_param from institution_routes r where r.institution_code = k.institution_code) as routes
    from partner_keys k
   where institution_code = $1 and issuer = $2 and key_id = $3`);

/** Empty where it was there already. */
const remember = query<{ new: number }>(`
  insert into used_assertions (institution_code, assertion_hash, expires_at) values ($1, $2, $3)
  on conflict do nothing returning 1 as new`);

const findSubject = query<{ examineeId: number; mail: string }>(`
  select e.examinee_id as "examineeId", e.mail
    from partner_subjects s join examinees e using (institution_code, examinee_id)
   where s.institution_code = $1 and s.client_code = $2 and s.subject = $3`);

/** Of a partner that is known; what others send is only counted. */
async function logFailure(db: Db, who: Visitor, institutionCode: string, clientCode?: string): Promise<void> {
  if (clientCode === undefined) return who.service.unknownAttempts.count('unknown', who.address);
  const [note, subject] = logHandover({ clientCode });
  return logExamineeFailure(db, who, { institutionCode, subject }, [note]);
}

/** Somebody whom a partner has handed over: who it is, as far as that is known here. */
interface Identified {
  person: Exclude<SessionOwner, { kind: 'administrator' }>;
  userId: string;
  clientCode?: string;
}

/** Whoever the assertion names: somebody with an account, or somebody who will get one with their booking. */
async function acceptHandover(db: Db, who: Visitor, institutionCode: string, assertion: string): Promise<Identified> {
  const { clientCode, claims } = await verify(db, who, institutionCode, assertion);
  const { sub: subject = '', iss, jti, exp = 0 } = claims;
  const once = Buffer.from(hash('sha256', `${iss}\n${jti}`, 'hex'), 'hex');
  const keepUntil = new Date((exp + SKEW_SECONDS + 60) * 1000);
  if ((await remember(db, institutionCode, once, keepUntil)).length === 0) {
    await logFailure(db, who, institutionCode, clientCode);
    throw refusedHandover();
  }
  const [known] = await findSubject(db, institutionCode, clientCode, subject);
  if (!known) return { person: { kind: 'handover', institutionCode, clientCode, subject }, userId: '', clientCode };
  const { examineeId, mail } = known;
  const userId = examineeUserId(institutionCode, mail);
  return { person: { kind: 'examinee', institutionCode, examineeId }, userId, clientCode };
}

async function verify(
  db: Db,
  who: Visitor,
  institutionCode: string,
  assertion: string,
): Promise<{ clientCode: string; claims: JWTPayload }> {
  const { now, service } = who;
  let clientCode: string | undefined;
  try {
    // Not believed yet: they only say which key to try.
    const issuer = decodeJwt(assertion).iss ?? '';
    const { kid = '' } = decodeProtectedHeader(assertion);
    if (!VISIBLE.test(issuer) || !VISIBLE.test(kid)) throw refusedHandover();
    const [key] = await findKey(db, institutionCode, issuer, kid);
    if (!key) throw refusedHandover();
    clientCode = key.clientCode;
    const { publicUrl } = service.config;
    const { payload: claims } = await jwtVerify(assertion, createPublicKey(key.publicKey), {
      algorithms: ALGORITHMS,
      issuer,
      // The page that the person is sent to: what was made for one institution is good at no other.
      audience: key.routes.map((route) => `${publicUrl}/CommonLogin/${route}`),
      requiredClaims: ['sub', 'jti', 'iat', 'exp'],
      currentDate: now,
      clockTolerance: SKEW_SECONDS,
      maxTokenAge: `${MINUTES}m`,
    });
    const { sub = '', jti = '', iat = 0, exp = 0 } = claims;
    const isInOrder = VISIBLE.test(sub) && jti !== '' && exp - iat <= MINUTES * 60;
    if (!isInOrder) throw refusedHandover();
    return { clientCode, claims };
  } catch (error) {
    // A wrong signature, a wrong date, no token at all: it makes no difference to who sent it.
    const isTheirs = error instanceof errors.JOSEError || error instanceof TypeError || error instanceof Failure;
    if (!isTheirs) throw error;
    await logFailure(db, who, institutionCode, clientCode);
    throw refusedHandover();
  }
}
