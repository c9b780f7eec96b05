// A partner's portal hands a person over with a signed assertion (RFC 7523), which names them as the partner does.
import { createPublicKey, hash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { logExamineeFailure } from '#server/access/attempts-log.ts';
import type { Visitor } from '#server/service.ts';
import { Failure } from '#wire/failure.ts';
import { examineeUserId } from './contract.ts';
import type { Identified } from './credentials.ts';

/** Asymmetric ones only: the partner alone can sign, and we can prove it. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'];
const VISIBLE = /^[\x21-\x7e]{1,200}$/;
const MINUTES = 5;
const SKEW_SECONDS = 30;

const refusedHandover = () => new Failure('WrongPair', ['引き継ぎの情報が正しくないか、有効期限が過ぎています。']);

/** What the access log says of it, and about whom. */
export const logHandover = ({ clientCode = '' }: { clientCode?: string }) =>
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

/** Whoever the assertion names: somebody with an account, or somebody who will get one with their booking. */
export async function acceptHandover(
  db: Db,
  who: Visitor,
  institutionCode: string,
  assertion: string,
): Promise<Identified> {
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
