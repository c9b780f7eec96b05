// Checks who somebody is, and hands out or takes back a token.
import type { Db } from '#db/database.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { admitLogin } from '#server/access/login-tries.ts';
import { endSession, idleMs, issueToken, issueTokenFor } from '#server/access/tokens.ts';
import { networkOf } from '#server/access/tries.ts';
import { type Handler, handle, isHidden, type Visitor } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { Failure, invalid, refused } from '#wire/failure.ts';
import { confirmHandler } from './confirm-self.ts';
import { endSessionCall, examineeUserId, HANDOVER, requestToken } from './contract.ts';
import { findFitting, type Identified } from './credentials.ts';
import { takeOver } from './handover.ts';

const wrongPair = () => new Failure('WrongPair', ['ユーザーIDまたはパスワードが正しくありません。']);

export const accountHandlers: Handler[] = [
  handle(requestToken, async (db, who, input) => {
    const { person, userId, credential, clientCode = '' } = await findPerson(db, who, input);
    const token =
      person.kind === 'examinee' && credential
        ? await issueTokenFor(db, person, credential, who.now)
        : await issueToken(db, person, who.now, who);
    if (!token) throw wrongPair();
    return {
      token,
      tokenType: 'bearer',
      secondsToLive: Math.floor(idleMs(who.service.config, person.kind) / 1000),
      userId,
      clientCode,
    };
  }),

  handle(endSessionCall, async (db, who) => {
    if (who.session) await endSession(db, who.session.tokenHash);
    return {};
  }),

  confirmHandler,
];

async function findPerson(db: Db, who: Visitor, input: Input<typeof requestToken>): Promise<Identified> {
  if (input.grantType === HANDOVER) {
    if (input.assertion === '') throw invalid('アサーションがありません。');
    return takeOver(db, who, input.institutionCode, input.assertion);
  }
  if (input.grantType !== 'password') throw refused('認証方式が正しくありません。');
  if (input.username === '' || input.password === '') throw invalid('ユーザーIDとパスワードを入力してください。');
  return signIn(db, who, input.username, input.password);
}

async function signIn(db: Db, who: Visitor, username: string, password: string): Promise<Identified> {
  const tries = await admitLogin(db, who, username);
  const examinee = /^([0-9]{8})_(.+)$/.exec(username);
  const found = examinee?.[1]
    ? await checkExaminee(db, who, examinee[1], examinee[2] ?? '', password)
    : await checkAdministrator(db, who, username, password);
  if (!found || isHidden(who, found.person.institutionCode)) {
    await tries.wasWrong();
    throw wrongPair();
  }
  await tries.wasRight();
  return found;
}

async function checkAdministrator(db: Db, who: Visitor, userId: string, password: string): Promise<Identified | null> {
  const administrator = await db
    .selectFrom('administrator_directory as d')
    .innerJoin('administrators as a', (join) =>
      join.onRef('a.institution_code', '=', 'd.institution_code').onRef('a.user_id', '=', 'd.user_id'),
    )
    .select(['a.institution_code', 'a.user_id', 'a.password_hash'])
    .where('d.user_id', '=', userId)
    .where('a.disabled_at', 'is', null)
    .executeTakeFirst();
  const { slowHashes } = who.service;
  const stored = administrator?.password_hash ?? null;
  const fits = await slowHashes.check(stored, password, networkOf(who.address), who.onGone);
  if (!administrator || !fits) return null;
  const { institution_code: institutionCode, user_id } = administrator;
  return { person: { kind: 'administrator', institutionCode, userId: user_id }, userId: user_id };
}

async function checkExaminee(
  db: Db,
  who: Visitor,
  institutionCode: string,
  mail: string,
  password: string,
): Promise<Identified | null> {
  const credentials = await db
    .selectFrom('examinees as e')
    .innerJoin('examinee_credentials as c', (join) =>
      join.onRef('c.institution_code', '=', 'e.institution_code').onRef('c.examinee_id', '=', 'e.examinee_id'),
    )
    .select(['e.examinee_id', 'e.mail', 'c.kind', 'c.scheme', 'c.hash', 'c.expires_at'])
    .where('e.institution_code', '=', institutionCode)
    .where((eb) => eb(eb.fn('lower', ['e.mail']), '=', lowerAscii(mail)))
    .execute();
  const fitting = await findFitting(who, credentials, password);
  if (!fitting) return null;
  return {
    person: { kind: 'examinee', institutionCode, examineeId: fitting.examinee_id },
    credential: fitting,
    userId: examineeUserId(institutionCode, fitting.mail),
  };
}
