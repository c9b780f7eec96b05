// Counting and judging characters of Japanese input.

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
export const PHONE_NUMBER = /^[0-9]{2,5}-?[0-9]{1,4}-?[0-9]{4}$/;
export const PASSWORD_CHARACTERS = /^[A-Za-z0-9@#%&!$?]*$/;
/** Nothing that would break a line, hide, or end a string early. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
export const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f\u2028\u2029]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
export const CONTROL_CHARACTERS_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
