// What a new password must not be, as far as only the server can know.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { lowerAscii } from './characters.ts';

interface NewPassword {
  next: string;
  /** As it was sent. */
  current: string;
  mail: string;
  birthDate: PlainDate | null;
}

const SAME = '新しいパスワードは現在のパスワードと異なるものを入力してください。';

/** Compared as a whole: a password may well contain what it must not be. */
export function findEasyGuesses({ next, current, mail, birthDate }: NewPassword): string[] {
  const sentences: string[] = [];
  if (next === current) sentences.push(SAME);
  if (lowerAscii(next) === lowerAscii(mail.slice(0, mail.lastIndexOf('@')))) {
    sentences.push('新しいパスワードにメールアドレスの@より前の部分は使用できません。');
  }
  if (next === birthDate?.replaceAll('-', '')) sentences.push('新しいパスワードに生年月日は使用できません。');
  return sentences;
}

/** Long enough to do without a second factor: letters, digits and signs, 13 or more of them. */
export const isLongPassword = (password: string) =>
  password.length >= 13 && [/[A-Za-z]/, /[0-9]/, /[^A-Za-z0-9]/].every((kind) => kind.test(password));

/** With one, a second factor is what keeps others out; without one, the password alone. */
const NOT_LONG = '2段階認証を設定していない場合、新しいパスワードは英字・数字・記号を混ぜて13桁以上で入力ください。';

export interface NewStaffPassword {
  next: string;
  /** As it was sent; none where there is none, as with a set-up code. */
  current?: string;
  userId: string;
  /** Whether it has to do without a second factor. */
  mustBeLong: boolean;
}

export const containsUserId = (password: string, userId: string) =>
  userId !== '' && lowerAscii(password).includes(lowerAscii(userId));

/** The same of somebody of the staff, whose user id is on every list of the house. */
export function findStaffGuesses({ next, current, userId, mustBeLong }: NewStaffPassword): string[] {
  const sentences: string[] = [];
  if (next === current) sentences.push(SAME);
  if (containsUserId(next, userId)) sentences.push('新しいパスワードにユーザーIDは使用できません。');
  if (mustBeLong && !isLongPassword(next)) sentences.push(NOT_LONG);
  return sentences;
}

export const COMMON_PASSWORD =
  '新しいパスワードはよく使われる文字列のため使用できません。別のパスワードを入力してください。';

/** What is left of fewer letters than this says too little to be held against a password. */
const LEAST_LETTERS = 4;

/** Whether it is a listed word, or one with digits and signs about it (`Kenshin#2026`). */
export function isListedPassword(password: string, words: { has(word: string): boolean }): boolean {
  const whole = lowerAscii(password);
  const letters = lettersOf(whole);
  return words.has(whole) || (letters.length >= LEAST_LETTERS && words.has(letters));
}

/** What is compared with listed words, of a text in small letters. */
export const lettersOf = (text: string) => text.replace(/[^a-z]/g, '');
