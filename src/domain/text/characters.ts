// Counting and checking characters of Japanese input, and hiding those of a mail address.

/** Characters as a person counts them, not UTF-16 units. */

export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Width in bytes as legacy systems count it: half-width 1, everything else 2. */
export function countBytes(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += /[\u0020-\u007e\uff61-\uff9f]/.test(character) ? 1 : 2;
  return bytes;
}

export const HALF_WIDTH_DIGITS = /^[0-9]*$/;
export const KATAKANA = /^[ァ-ヶー・ 　ｦ-ﾟ]*$/;
export const MAIL_ADDRESS =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;
/**
 * Nothing that makes an address of a name: mails carry it, and mail programs make links of what looks like one. Neither signs of
 * addresses and of markup, whatever their width, nor a full stop with a letter behind it, but for that of an initial (Ｊ．スミス,
 * J.R.) where no Latin word follows. Nor emoji, which no list or label of a laboratory can show.
 */
export const PERSONS_NAME =
  /^(?!.*(?:[/\\:@#%&=?<>{}[\]^~;"|／＼：＠＃％＆＝？＜＞｛｝［］＾～；＂｜]|[\p{Letter}\p{Number}-]{2}[.．。｡]\p{Letter}|[.．。｡](?![\p{Script=Katakana}\p{Script=Hiragana}\p{Script=Han}])\p{Letter}[\p{Letter}\p{Number}-]|[\p{Extended_Pictographic}\p{Regional_Indicator}]|\u20e3))/u;
export const PHONE_NUMBER = /^[0-9]{2,5}-?[0-9]{1,4}-?[0-9]{4}$/;
export const PASSWORD_CHARACTERS = /^[A-Za-z0-9@#%&!$?]*$/;

/** Those of a password that it must not have, each once. */
export const foreignSigns = (password: string) =>
  [...new Set(password)].filter((sign) => !PASSWORD_CHARACTERS.test(sign));

/** Nothing that would break a line, hide, turn the order of what is read around, or end a string early. */
export const CONTROL_CHARACTERS = /[\p{Control}\p{Bidi_Control}\u2028\u2029]/u;
export const CONTROL_CHARACTERS_BUT_LINES = /(?![\t\n\r])[\p{Control}\p{Bidi_Control}]/u;

/** For comparing mail addresses: the database's lower() of them knows no other letters either, so U+212A is no k. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/** As its owner recognises it and nobody else reads it: h•••••o@example.jp. Always as many dots: how long it is need not be shown either. */
export function maskMail(mail: string): string {
  const at = mail.lastIndexOf('@');
  const local = [...mail.slice(0, at)];
  const last = local.length > 2 ? local.at(-1) : '';
  return `${local[0] ?? ''}•••••${last}${mail.slice(at)}`;
}
