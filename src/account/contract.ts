// Signing in, for both sides: one token call as OAuth 2 describes it.
import { call, officeCalls, openCalls } from '#wire/call.ts';
import { ROLE, YES } from '#wire/choices.ts';
import { choice, flag, integer, many, orNone } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { digits, text } from '#wire/texts.ts';

const tokenReply = record({
  token: text('access_token', 'アクセストークン'),
  tokenType: text('token_type', 'トークンの種類'),
  secondsToLive: integer('expires_in', '有効秒数', { max: 86_400 }),
  /** Empty for somebody whom a partner has handed over and who has no account yet. */
  userId: text('userId', 'ユーザーID'),
  /** Of the partner who has handed somebody over. */
  clientCode: text('jgcd', 'クライアントコード'),
});

export const HANDOVER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

export const SECOND_FACTOR = 'urn:kenshin-biyori:grant-type:second-factor';

/** The kinds of second steps, in the order in which they are offered. */
export const FACTORS = ['totp', 'passkey', 'recovery'] as const;
export type Factor = (typeof FACTORS)[number];
const FACTOR = { totp: 'totp', passkey: 'passkey', recovery: 'recovery' } as const;

/** What stands for the first step in the second. */
export const ticket = () => text('mfa_token', '認証チケット', { max: 4000 });
/** JSON text, as browsers give it. */
export const credential = () => text('credential', 'パスキーの応答', { max: 8000 });
/** JSON text, as browsers take it; empty where there are no passkeys. */
export const passkeyOptions = () => text('passkeyOptions', 'パスキーの要求');

/** In place of the one that was sent, which is dead; empty where that goes on. */
export const newToken = () => text('access_token', 'アクセストークン');

/** Beside the refusal of a right password that is not enough. */
export const secondStepAsked = record({
  ticket: ticket(),
  types: many('mfa_types', '2段階認証の方法', choice('mfa_type', '2段階認証の方法', FACTOR)),
  passkeyOptions: passkeyOptions(),
  secondsToLive: integer('expires_in', '有効秒数', { max: 86_400 }),
});

/** What forms of the second step check before anything is sent. */
export const appCode = record({
  otp: digits('otp', '認証コード', {
    required: true,
    exact: 6,
    sentences: { exact: '認証コードは6桁で入力してください。' },
  }),
});
export const recoveryCode = record({ otp: text('otp', 'リカバリーコード', { required: true, max: 40 }) });

export const requestToken = call({
  path: '/Token',
  who: 'anyone',
  // A refused try leaves its trace, so nothing may be rolled back.
  effect: 'attempts',
  request: record({
    grantType: text('grant_type', '認証方式'),
    username: text('username', 'ユーザーID', { max: 120 }),
    password: text('password', 'パスワード', { max: 200 }),
    /** What a partner has signed, and the institution it was made for. */
    assertion: text('assertion', 'アサーション', { max: 4000 }),
    institutionCode: text('ircd', '医療機関コード', { max: 8 }),
    ticket: ticket(),
    factor: orNone(choice('mfa_type', '2段階認証の方法', FACTOR), ''),
    otp: text('otp', '認証コード', { max: 40 }),
    credential: credential(),
  }),
  reply: tokenReply,
  bare: true,
  limit: 'token',
  failures: {
    WrongPair: { status: 400, body: { error: 'invalid_grant' } },
    Invalid: { status: 400, body: { error: 'invalid_request' } },
    Refused: { status: 400, body: { error: 'unsupported_grant_type' } },
    SecondStep: { status: 400, body: { error: 'mfa_required', error_description: '2段階認証が必要です。' } },
    TicketOver: { status: 400, body: { error: 'expired_token' } },
  },
});

/** Examinees' user ids are made of the institution and the mail address. */
export const examineeUserId = (institutionCode: string, mail: string) => `${institutionCode}_${mail}`;

export const role = (label = '権限') => choice('role', label, ROLE);

export const whoAmI = officeCalls('AdminLogin').read('GetUserInfo', {
  least: 'viewer',
  isForRestricted: true,
  reply: record({
    institutionCode: text('ircd', '医療機関コード'),
    /** The institution's name with the user's. */
    userName: text('irnm', '医療機関名と利用者名'),
    userId: text('userId', 'ユーザーID'),
    displayName: text('userName', '表示名'),
    role: role(),
    isTwoFactor: flag('isTwoFactor', '2段階認証の設定', YES),
    isTotp: flag('isTotp', '認証アプリの設定', YES),
    isPasskey: flag('isPasskey', 'パスキーの登録', YES),
    /** Of this session: nothing but setting one up is open to it. */
    isTwoFactorNeeded: flag('isTwoFactorNeeded', '2段階認証の要否', YES),
    /** Of this session: nothing but changing the password is open to it. */
    isPasswordChangeNeeded: flag('isPasswordChangeNeeded', 'パスワード変更の要否', YES),
    /** How many recovery codes are left; of an account without a second factor none. */
    recoveryCount: integer('recoveryCount', 'リカバリーコードの残り', { max: 10 }),
    isFirstDay: flag('isFirstDay', 'はじめての設定の表示', YES),
    isSending: flag('isSending', '発送の使用', YES),
    /** What is to be acknowledged of the own account, from before this log-in. */
    noticeCount: integer('noticeCount', '未確認のお知らせ', { max: 10_000 }),
  }),
});

/** For a passkey and nothing before it: names nobody. */
export const offerPasskeyCall = openCalls('AdminLogin').read('PasskeyOptions', {
  reply: record({ ticket: ticket(), passkeyOptions: passkeyOptions() }),
  limit: 'token',
  anonymous: true,
});

/**
 * Shows once more who it is, in the session that is open: by the password, and by a code too where the account has a second factor; or
 * by a passkey alone. The token that was sent is dead then.
 */
export const reAuthenticate = officeCalls('StaffMe').attempts('Confirm', {
  least: 'viewer',
  isForRestricted: true,
  request: record({
    password: text('currentPassword', '現在のパスワード', { max: 200 }),
    factor: orNone(choice('mfa_type', '2段階認証の方法', FACTOR), ''),
    otp: text('otp', '認証コード', { max: 40 }),
    ticket: ticket(),
    credential: credential(),
  }),
  reply: record({ token: newToken() }),
  log: { act: 'ownAccount', note: 'ご本人の確認', isOwn: true },
});
