// A partner's side of the hand-over, without any library: makes a key pair, and links that carry a person over.
//
//   node hand-over.mjs keys
//   node hand-over.mjs link --key private.pem --key-id 2026 --issuer https://portal.example.jp \
//     --page https://biyori.example.jp/CommonLogin/demo --subject member-0001
import { createPrivateKey, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const SECONDS_TO_LIVE = 120;

/** The public one goes to the operator of the service; the private one never leaves the portal. */
function makeKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync('public.pem', publicKey.export({ type: 'spki', format: 'pem' }));
  writeFileSync('private.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return 'public.pem and private.pem are written.';
}

const encode = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** A new one for every click: it holds once, and for two minutes. */
export function makeLink({ key, keyId, issuer, page, subject }) {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: 'ES256', kid: keyId };
  const claims = { iss: issuer, sub: subject, aud: page, iat: now, exp: now + SECONDS_TO_LIVE, jti: randomUUID() };
  const text = `${encode(header)}.${encode(claims)}`;
  // JWTs want the two numbers of a signature side by side, not in the form that certificates use.
  const signature = sign('sha256', Buffer.from(text), { key: createPrivateKey(key), dsaEncoding: 'ieee-p1363' });
  return `${page}#assertion=${text}.${signature.toString('base64url')}`;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    key: { type: 'string' },
    'key-id': { type: 'string' },
    issuer: { type: 'string' },
    page: { type: 'string' },
    subject: { type: 'string' },
  },
});

function run() {
  const { key, 'key-id': keyId, issuer, page, subject } = values;
  if (positionals[0] === 'keys') return makeKeys();
  if (positionals[0] === 'link' && key && keyId && issuer && page && subject) {
    return makeLink({ key: readFileSync(key), keyId, issuer, page, subject });
  }
  return 'Say keys, or link with --key, --key-id, --issuer, --page and --subject.';
}

console.log(run());
