// The variables of mail templates, written {{氏名}}: which there are, and how a text is taken apart at them.

export const MAIL_VARIABLES = [
  '氏名',
  '予約番号',
  '受診日',
  '受付時間',
  'コース名',
  'オプション',
  '合計金額',
  '医療機関名',
  '電話番号',
  '電話受付時間',
  'パスワード',
  'パスワード期限',
  'ログインURL',
  '変更期限',
  'クライアント名',
  '所在地',
  '連絡事項',
  '配信停止URL',
] as const;
export type MailVariable = (typeof MAIL_VARIABLES)[number];
/** Of a text that the service adds (built-in-mails.ts): no template may name them. */
type ServiceVariable = '確認URL' | '確認期限';
/** What stands for each in one mail; left out is empty. */
export type MailValues = Readonly<Partial<Record<MailVariable | ServiceVariable, string>>>;

export interface TemplatePart {
  text: string;
  variable: string | null;
}

export function templateParts(template: string): TemplatePart[] {
  return template
    .split(/(\{\{[^{}]*\}\})/)
    .map((text, index) => ({ text, variable: index % 2 === 1 ? text.slice(2, -2) : null }))
    .filter(({ text }) => text !== '');
}

export function isMailVariable(name: string): name is MailVariable {
  return (MAIL_VARIABLES as readonly string[]).includes(name);
}

/** Variables that a template names and nobody knows; a template with one is not saved. */
export function unknownVariables(template: string): string[] {
  const names = templateParts(template).flatMap(({ variable }) => variable ?? []);
  return [...new Set(names)].filter((name) => !isMailVariable(name));
}

/** Whether braces are left over that open or close no variable: half of one would go out as it stands. */
export function hasStrayBraces(template: string): boolean {
  return templateParts(template).some(({ text, variable }) => variable === null && /\{\{|\}\}/.test(text));
}
