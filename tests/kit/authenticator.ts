// What people hold in their hands to log in, in software: an authenticator app, and a passkey as a browser answers for it.
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { codeAt, stepAt } from '#server/access/totp.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a secret as an app has it typed. */
function readBase32(text: string): Buffer {
  const bits = [...text].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** An app that was given this secret. */
export const makeApp = (secret: string) => ({
  codeAt: (now: string | Date) => codeAt(readBase32(secret), stepAt(new Date(now))),
});

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

/** Just enough of CBOR: short texts, and bytes with a length of two bytes. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes]);

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

export function makePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  // COSE: EC2, ES256, P-256.
  const coseKey = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, 'base64url'),
  ]);
  let counter = 0;
  let userHandle = '';

  const dataOf = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }));
  function authenticatorData(flags: number, more = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(new URL(origin).hostname), head, more]);
  }
  const answer = (response: object) =>
    JSON.stringify({
      id: base64url(id),
      rawId: base64url(id),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });

  return {
    /** What it answers to the options of a registration. */
    register(options: string): string {
      const { challenge, user } = JSON.parse(options);
      userHandle = user.id;
      const length = Buffer.from([0, id.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authenticatorData(PRESENT_AND_VERIFIED | WITH_CREDENTIAL, credential)),
      ]);
      return answer({
        clientDataJSON: base64url(dataOf('webauthn.create', challenge, origin)),
        attestationObject: base64url(attestation),
      });
    },
    /** What it answers to those of a log-in; `at`: the site that asks, where that is another. */
    sign(options: string, { at = origin, flags = PRESENT_AND_VERIFIED } = {}): string {
      counter++;
      const clientData = dataOf('webauthn.get', JSON.parse(options).challenge, at);
      const data = authenticatorData(flags);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey);
      return answer({
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle,
      });
    },
    /** As a copy of it that was made then would count. */
    turnBack(to: number) {
      counter = to;
    },
  };
}
