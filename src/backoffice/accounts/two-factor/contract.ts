// Second factors of the own account: an authenticator app, passkeys, recovery codes.
import { appCode, credential, newToken, passkeyOptions, ticket } from '#account/contract.ts';
import { officeCalls } from '#wire/call.ts';
import { many } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

const calls = officeCalls('StaffMe', { least: 'viewer', isForRestricted: true });
const isFresh = true;

const recoveryCodes = many('recoveryList', 'リカバリーコード', text('recoveryList', 'リカバリーコード'));

/** The codes are shown once; empty unless the first factor was finished. A session that was good for this only is another one's token then. */
const finished = record({ recoveryCodes, token: newToken() });

export const beginTotp = calls.read('TotpBegin', {
  isFresh,
  reply: record({
    secret: text('secret', '認証アプリのキー'),
    otpauthUrl: text('otpauthUrl', 'QRコードの内容'),
    ticket: ticket(),
  }),
});

export const finishTotp = calls.write('TotpFinish', {
  isFresh,
  request: record({ ticket: ticket(), ...appCode.fields }),
  reply: finished,
  log: { act: 'ownAccount', note: '認証アプリの設定' },
});

export const removeTotp = calls.write('TotpRemove', { isFresh, log: { act: 'ownAccount', note: '認証アプリの解除' } });

export const beginPasskey = calls.read('PasskeyBegin', {
  isFresh,
  reply: record({ passkeyOptions: passkeyOptions(), ticket: ticket() }),
});

export const passkeyName = record({ name: text('name', '名称', { required: true, max: 40 }) });
const passkeyId = text('passkeyId', 'パスキーID', { required: true, max: 40 });

export const finishPasskey = calls.write('PasskeyFinish', {
  isFresh,
  request: record({ ticket: ticket(), ...passkeyName.fields, credential: credential() }),
  reply: finished,
  log: { act: 'ownAccount', note: 'パスキーの追加' },
});

export const renamePasskey = calls.write('PasskeyRename', {
  isFresh,
  request: record({ passkeyId, ...passkeyName.fields }),
  log: { act: 'ownAccount', note: 'パスキーの名称変更' },
});

export const removePasskey = calls.write('PasskeyRemove', {
  isFresh,
  request: record({ passkeyId }),
  log: { act: 'ownAccount', note: 'パスキーの削除' },
});

export const renewRecoveryCodes = calls.write('RecoveryRenew', {
  isFresh,
  reply: record({ recoveryCodes }),
  log: { act: 'ownAccount', note: 'リカバリーコードの作り直し' },
});
