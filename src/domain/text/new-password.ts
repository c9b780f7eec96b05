// What a new password must not be, as far as only the server can tell.

import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { lowerAscii } from './characters.ts';

interface NewPassword {
  next: string;
  /** As it was sent. */
  current: string;
  mail: string;
  birthDate: PlainDate | null;
}

/** Compared as a whole: a password may well contain what it must not be. */
export function findEasyGuesses({ next, current, mail, birthDate }: NewPassword): string[] {
  const sentences: string[] = [];
  if (next === current) sentences.push('新しいパスワードは現在のパスワードと異なるものを入力してください。');
  if (lowerAscii(next) === lowerAscii(mail.slice(0, mail.lastIndexOf('@')))) {
    sentences.push('新しいパスワードにメールアドレスの@より前の部分は使用できません。');
  }
  if (next === birthDate?.replaceAll('-', '')) sentences.push('新しいパスワードに生年月日は使用できません。');
  return sentences;
}

/** Long enough to do without a second factor: letters, digits and signs, 13 or more of them. */
export const isLong = (password: string) =>
  password.length >= 13 && [/[A-Za-z]/, /[0-9]/, /[^A-Za-z0-9]/].every((kind) => kind.test(password));
