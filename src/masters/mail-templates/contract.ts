// Mail templates: what the institution writes to examinees, for everybody, for a client, or for a client's course.
import { UNSUBSCRIBE_VARIABLE } from '#domain/mail/invitation-notice.ts';
import { hasStrayBraces, unknownVariables } from '#domain/mail/mail-variables.ts';
import { masterCalls } from '#masters/contract-master.ts';
import { officeCalls } from '#wire/call.ts';
import { TEMPLATE_KIND } from '#wire/choices.ts';
import { choice, orNone } from '#wire/fields.ts';
import { list, record, type ValueOf } from '#wire/record.ts';
import type { Rule } from '#wire/rules.ts';
import { mailAddress, text } from '#wire/texts.ts';

export type Kind = keyof typeof TEMPLATE_KIND;
/** As the wire's codes go. */
export const KIND_ORDER = Object.keys(TEMPLATE_KIND) as Kind[];

const key = { templateCode: text('mrcd', 'メールテンプレートコード', { required: true, exact: 4 }) };
const clientCode = text('jgcd', 'クライアント', { exact: 8 });
const courseCode = text('kscd', 'コース', { exact: 4 });

const values = {
  kind: choice('mlbr', '分類', TEMPLATE_KIND),
  clientCode: orNone(clientCode, ''),
  courseCode: orNone(courseCode, ''),
  title: text('titl', '件名', { required: true, max: 120 }),
  body: text('naiy', '本文', { required: true, max: 10_000, multiline: true }),
  sender: mailAddress('otad', '送信元', { required: true }),
  replyTo: mailAddress('repy', '返信先'),
  bcc: mailAddress('bcc', 'BCC'),
};

const variablesAreKnown: Rule<ValueOf<typeof values>> = (value, report) => {
  for (const field of ['title', 'body'] as const) {
    const { label } = values[field];
    const unknown = unknownVariables(value[field]).map((name) => `{{${name}}}`);
    if (unknown.length > 0) report(field, `${label}に使用できない差し込み項目があります（${unknown.join('、')}）。`);
    if (hasStrayBraces(value[field])) report(field, `${label}の差し込み項目は{{と}}で囲んでください。`);
  }
};

const courseHasClient: Rule<ValueOf<typeof values>> = ({ clientCode, courseCode }, report) => {
  if (courseCode !== null && clientCode === null) report('clientCode', 'クライアントを選択してください。');
};

const REFUSING = `{{${UNSUBSCRIBE_VARIABLE}}}`;

/** Of other mails nobody can refuse further ones. */
const onlyInvitationsAreRefused: Rule<ValueOf<typeof values>> = (value, report) => {
  if (value.kind === 'promotion') return;
  for (const field of ['title', 'body'] as const) {
    if (value[field].includes(REFUSING)) report(field, `${REFUSING}は予約促進メールでだけ使用できます。`);
  }
};

const PASSWORD = '{{パスワード}}';

/** A password goes to its owner and nobody else, and stands where no list of mails shows it. */
const passwordsAreTheOwners: Rule<ValueOf<typeof values>> = ({ kind, title, body, bcc }, report) => {
  if (title.includes(PASSWORD)) report('title', `件名に${PASSWORD}は使用できません。`);
  if (kind !== 'password' && body.includes(PASSWORD)) {
    report('body', `${PASSWORD}はパスワード通知の本文でだけ使用できます。`);
  }
  if (kind === 'password' && bcc !== '') report('bcc', 'パスワード通知にBCCは設定できません。');
};

const rules = [variablesAreKnown, onlyInvitationsAreRefused, passwordsAreTheOwners, courseHasClient];

const institution = { institutionCode: text('ircd', '医療機関コード') };

export const mailTemplateCalls = masterCalls('MasterWMAIL', {
  title: 'メールテンプレートマスタ',
  noun: 'メールテンプレート',
  code: 'MAIL',
  key,
  values,
  rules,
  stored: institution,
  row: {
    ...institution,
    ...key,
    ...values,
    clientName: text('jgnm', 'クライアントの名称'),
    courseName: text('ksnm', 'コースの名称'),
  },
  failures: { update: { Refused: 14 }, register: { Changed: 14 } },
});

export const lookUpForMailTemplate = officeCalls('MasterWMAIL').read('Lookup', {
  reply: record({
    clients: list('listJGYO', 'クライアント', record({ clientCode, name: text('jgnm', '名称') }), 'upper'),
    courses: list('listIRKS', 'コース', record({ clientCode, courseCode, name: text('ksnm', '名称') }), 'upper'),
    // For the preview, which shows the institution as it is.
    institutionName: text('irnm', '医療機関名'),
    phone: text('ktel', '電話番号'),
    phoneHours: text('uktk', '電話受付時間'),
    address: text('fad1', '所在地'),
    /** An invitation's, whose sender must be named: also where contracts are made. */
    senderAddress: text('kad1', '送信者の住所'),
    loginUrl: text('url', 'ログインURL'),
  }),
});
