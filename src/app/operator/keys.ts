// The provider's commands about keys: those that partners sign with, and the service's own, which is rotated: what is sealed is sealed again,
// and what is hashed stays with the key of before.
import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { sealTotp, unsealTotp } from '#account/factors.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMinute } from '#domain/calendar/clock.ts';
import {
  findSecrets,
  KeyRing,
  keyIdOf,
  markOf,
  newSecret,
  replaceMark,
  requireKeySettings,
  ringOf,
  secretFile,
} from '#server/access/key-ring.ts';
import { type Config, readConfig } from '#server/config.ts';
import { inTransaction } from '#server/transaction.ts';
import { logOperator } from './log.ts';
import { CODE, type Commands, FILE, inOne, matching, Refused, readOptions } from './options.ts';

const CLIENT = matching('8 digits', /^[0-9]{8}$/);
const ISSUER = matching('an address without spaces, up to 200 characters', /^[\x21-\x7e]{1,200}$/);
const KEY_ID = matching('1 to 60 letters, digits, . - or _', /^[A-Za-z0-9._-]{1,60}$/);

const holdMark = query<{ mark: string; since: Date }>('select mark, since from service_key for update');

const readSealed = query<{ institutionCode: string; userId: string; sealed: string }>(`
  select institution_code as "institutionCode", user_id as "userId", coalesce(totp_sealed, '') as sealed
    from administrators where totp_sealed is not null order by institution_code, user_id for update`);
const replaceSealed = query(`
  update administrators a set totp_sealed = n.sealed
    from unnest($1::text[], $2::text[], $3::text[]) as n(institution_code, user_id, sealed)
   where a.institution_code = n.institution_code and a.user_id = n.user_id`);

/** Of what no key opens, since it is hashed: until when it is good, and how much has no end. */
const readHashed = query<{ passwords: number; setups: number; until: Date | null; recovery: number }>(`
  with hashed as (
    select expires_at, 1 as password from examinee_credentials where scheme = 'keyed' and created_at <= $1
     union all
    select setup_expires_at, 0 from administrators where setup_hash is not null and setup_expires_at <= $1 + interval '72 hours')
  select coalesce(sum(password), 0)::int as passwords, (count(*) - coalesce(sum(password), 0))::int as setups, max(expires_at) as until,
         (select count(distinct (institution_code, user_id))::int from staff_recovery_codes where used_at is null) as recovery
    from hashed where expires_at is null or expires_at > $2`);

/** The new key, and the one of the data; in a file of the data folder the new one is made, where SECRET_KEY is set it is there. */
function prepareKeys(config: Config, mark: string): Buffer[] {
  const keys = findSecrets(config);
  if (!keys.some((key) => markOf(key) === mark))
    throw new Refused('The key of these data is not known here: see "The key" in docs/operations.md.');
  if (keys.length > 1) return keys;
  if (config.secretKey !== null) {
    throw new Refused(
      'Set SECRET_KEY to the new key and SECRET_KEY_PREVIOUS to the one of before, on all servers, and restart them one by one; then give this command.',
    );
  }
  writeKeys(config, [Buffer.from(newSecret()), ...keys]);
  return findSecrets(config);
}

function writeKeys({ dataDir }: Config, keys: readonly Buffer[]): void {
  const file = secretFile(dataDir);
  writeFileSync(`${file}.new`, keys.join('\n'), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}

/** What only the other key opens, under this one; throws where neither does. */
async function sealAnew(db: Db, newest: Buffer, keys: readonly Buffer[]): Promise<number> {
  const [own, ring] = [ringOf(newest), new KeyRing(() => [newest, ...keys])];
  const stale = (await readSealed(db)).filter(({ sealed, ...owner }) => unsealTotp(own, owner, sealed) === null);
  const resealed = stale.flatMap(({ sealed, ...owner }) => {
    const bytes = unsealTotp(ring, owner, sealed);
    // Of a key that was lost before: its owner's factor is cleared by reset-administrator.
    return bytes === null ? [] : [{ ...owner, sealed: sealTotp(own, owner, bytes) }];
  });
  const column = (name: 'institutionCode' | 'userId' | 'sealed') => resealed.map((row) => row[name]);
  await replaceSealed(db, column('institutionCode'), column('userId'), column('sealed'));
  return resealed.length;
}

function readPublicKey(file: string): string {
  let text: string;
  let key: KeyObject;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    throw new Refused(`${file} cannot be read.`);
  }
  if (text.includes('PRIVATE KEY')) throw new Refused('This is a private key: it stays with the partner.');
  try {
    key = createPublicKey(text);
  } catch {
    throw new Refused(`${file} holds no public key in PEM.`);
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const isStrong =
    type === 'ed25519' ||
    (type === 'ec' && details?.namedCurve === 'prime256v1') ||
    (type === 'rsa' && (details?.modulusLength ?? 0) >= 2048);
  if (!isStrong) throw new Refused('The key must be RSA of 2048 bits or more, EC on P-256, or Ed25519.');
  return key.export({ type: 'spki', format: 'pem' }).toString();
}

export const keyCommands: Commands = {
  'add-partner-key': async (args) => {
    const fields = { institution: CODE, client: CLIENT, issuer: ISSUER, 'key-id': KEY_ID, file: FILE };
    const { institution, client, issuer, 'key-id': keyId, file } = readOptions(args, fields);
    const publicKey = readPublicKey(file);
    return inOne(async (db) => {
      const row = { institution_code: institution, client_code: client, key_id: keyId, issuer, public_key: publicKey };
      await db.insertInto('partner_keys').values(row).execute();
      await logOperator(db, institution, 'パートナーの鍵の登録', client);
      return `Client ${client} of institution ${institution} may now hand people over, signed with key ${keyId}.`;
    });
  },

  'remove-partner-key': async (args) => {
    const fields = { institution: CODE, client: CLIENT, 'key-id': KEY_ID };
    const { institution, client, 'key-id': keyId } = readOptions(args, fields);
    return inOne(async (db) => {
      const { numDeletedRows } = await db
        .deleteFrom('partner_keys')
        .where('institution_code', '=', institution)
        .where('client_code', '=', client)
        .where('key_id', '=', keyId)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw new Refused(`Client ${client} has no key ${keyId}.`);
      await logOperator(db, institution, 'パートナーの鍵の削除', client);
      return `Key ${keyId} of client ${client} is no longer believed.`;
    });
  },

  'rotate-key': async (args) => {
    const { finish } = readOptions(args, {}, {}, ['finish']);
    const config = readConfig(process.env);
    requireKeySettings(config);
    return async (db) => {
      const now = new Date();
      const done = await inTransaction(db, async (transaction) => {
        const [held] = await holdMark(transaction);
        if (!held) throw new Refused('There are no keys to rotate: the service was never started on these data.');
        if (finish && findSecrets(config).length < 2) throw new Refused('No rotation is under way: there is one key.');
        const keys = prepareKeys(config, held.mark);
        const newest = keys[0]!;
        const isNew = markOf(newest) !== held.mark;
        if (finish && isNew)
          throw new Refused('The key was not rotated yet: give this command without --finish first.');
        if (isNew) await replaceMark(transaction, markOf(newest));
        const count = await sealAnew(transaction, newest, keys);
        const since = isNew ? now : held.since;
        const [hashed] = await readHashed(transaction, since, now);
        return { count, newest, ids: keys.map((key) => keyIdOf(markOf(key))), hashed: hashed! };
      });
      const { count, newest, ids, hashed } = done;
      const rest = `${hashed.passwords} first and reissued passwords and ${hashed.setups} set-up codes${hashed.until ? ` (the last until ${formatMinute(hashed.until)})` : ''}, recovery codes of ${hashed.recovery} accounts unless they were made since, and links of mails that were sent`;
      if (!finish) {
        return [
          `The key is ${ids[0]} now, before it ${ids[1]}; ${count} authenticator apps were sealed again. Running servers follow within seconds.`,
          `Still good by the key of before, as long as it is kept: ${rest}.`,
          'rotate-key --finish ends that. Take a backup: those of before hold the key of before.',
        ].join('\n');
      }
      const isFile = config.secretKey === null;
      if (isFile) writeKeys(config, [newest]);
      return [
        `${isFile ? `The key of before (${ids[1]}) is gone` : `Take SECRET_KEY_PREVIOUS (${ids[1]}) away on all servers, and restart them`}; ${count} authenticator apps were sealed again.`,
        `From then on these do not work: ${rest}.`,
      ].join('\n');
    };
  },
};
