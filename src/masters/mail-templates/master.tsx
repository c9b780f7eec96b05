// The mail templates master as the shared screens need it.
import { MASTERS } from '#web/addresses.ts';
import { defineMaster } from '#web/master-screens/master.ts';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import {
  deleteMailTemplate,
  listMailTemplates,
  lookUpForMailTemplate,
  mailTemplateValues,
  openMailTemplate,
  registerMailTemplate,
  updateMailTemplate,
} from './contract.ts';
import { clientName, courseName, KIND_WORDS, MailEditor } from './mail-editor.tsx';
import { StandardMails } from './standard-mails.tsx';

/** A client or a course, by code and name; without one the template holds for all. */
const codeAndName = (code: string | null, name: string) => (code === null ? 'すべて' : `${code} ${name}`.trim());
const addresses = (row: { sender: string; replyTo: string; bcc: string }) =>
  [row.sender, row.replyTo, row.bcc].map((address) => address || EMPTY_MARK).join(' / ');
/** Most replies go back to the sender. */
const shortAddresses = (row: Parameters<typeof addresses>[0]) =>
  addresses({ ...row, replyTo: row.replyTo === row.sender ? '〃' : row.replyTo });

export const master = defineMaster({
  id: 'mail-template',
  addresses: MASTERS.mails,
  title: 'メールテンプレートマスタ',
  noun: 'メールテンプレート',
  values: mailTemplateValues,
  list: listMailTemplates,
  open: openMailTemplate,
  update: updateMailTemplate,
  register: registerMailTemplate,
  remove: deleteMailTemplate,
  lookup: lookUpForMailTemplate,
  keyOf: ({ templateCode }) => ({ templateCode }),
  nameOf: ({ kind, title }) => `${KIND_WORDS[kind]} ${title}`,
  columns: [
    { label: '分類', text: ({ kind }) => KIND_WORDS[kind] },
    { label: '件名', text: ({ title }) => title, cut: 24 },
    {
      label: 'クライアント',
      text: ({ clientCode, clientName }) => codeAndName(clientCode, clientName),
      cut: 18,
    },
    {
      label: 'コース',
      text: ({ courseCode, courseName }) => codeAndName(courseCode, courseName),
      cut: 14,
    },
    { label: '送信元 / 返信先 / BCC', text: addresses, render: shortAddresses, cut: 19 },
  ],
  blank: mailTemplateValues.blank,
  runsOn: ['clientCode'],
  FormRows: MailEditor,
  ListFoot: StandardMails,
  describe: (value, lookups) => ({
    分類: KIND_WORDS[value.kind],
    クライアント: clientName(lookups, value.clientCode ?? ''),
    コース: courseName(lookups, value.clientCode ?? '', value.courseCode ?? ''),
    件名: value.title,
    本文: value.body,
    送信元: value.sender,
    返信先: value.replyTo,
    BCC: value.bcc,
  }),
  texts: { updated: '更新しました。', registered: '登録完了しました。' },
});
