// Passwords that others would try first: a list of those that people choose most often, and words of our trade.
import listed from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import {
  COMMON_PASSWORD,
  findStaffGuesses,
  isListedPassword,
  lettersOf,
  type NewStaffPassword,
} from '#domain/text/new-password.ts';
import { refused } from '#wire/failure.ts';
import { isFactorDue } from './tokens.ts';

const WORDS = [
  // What is done there, and where.
  'kenshin kenshinbiyori biyori kenkou kenko kenkoushindan kenkoukanri ningendock dock',
  'byouin byoin iryou iryouhoujin shinryou shinryoujo clinic kurinikku hospital',
  'naika geka shika ganka kensa saiketsu rentogen yobou hoken hokenshou karada',
  // Who works there, and who comes.
  'sensei ishi isha kango kangoshi shokuin jimu jimukyoku uketsuke madoguchi kanja',
  'jushin jushinsha kanri kanrisha tantou tantousha',
  // What is done at the screen.
  'yoyaku yoyakukanri touroku login roguin pasuwado pasuwaado himitsu anshou shoki',
  // Flowers, places and times that clinics and wards are named after.
  'sakura himawari tanpopo ajisai momiji midori aozora egao genki arigatou',
  'nihon nippon toukyou oosaka kyouto reiwa heisei shouwa',
];

/** In small letters, and letters only: what is compared with them has neither digits nor signs. */
const COMMON_WORDS: readonly string[] = WORDS.flatMap((words) => words.split(' '));

/** Read once, when a server or a command starts; nothing of it goes to the browser. */
const words: ReadonlySet<string> = new Set([...listed, ...COMMON_WORDS]);

/** `routeParam` stands in the address of every page of the institution, so it is one of the first to be tried. */
export function isCommon(password: string, routeParam: string): boolean {
  const route = lowerAscii(routeParam);
  return isListedPassword(password, words) || isListedPassword(password, new Set([route, lettersOf(route)]));
}

interface Chosen extends Omit<NewStaffPassword, 'mustBeLong'> {
  institutionCode: string;
  /** Of the session in which it is chosen; of the account, where there is no session yet. */
  hasSecondFactor: boolean;
  now: Date;
}

const readPasswordPolicy = query<{ routeParam: string; isTwoFactorRequired: boolean }>(`
  select i.route_param as "routeParam", ${isFactorDue('a', '$3')} as "isTwoFactorRequired"
    from institutions i join administrators a using (institution_code)
   where i.institution_code = $1 and a.user_id = $2`);

/**
 * Refuses (13) what a member of the staff must not choose, as far as only the server knows: the user id in it, fewer than 13
 * characters where nothing else keeps others out, what is common. Call it once it is sure who asks, and before the hash is
 * made; the form's own rules are those of `account/contract-passwords.ts`.
 */
export async function refuseStaffPassword(db: Db, chosen: Chosen): Promise<void> {
  const { institutionCode, userId, next, current, hasSecondFactor, now } = chosen;
  const [terms] = await readPasswordPolicy(db, institutionCode, userId, now);
  const mustBeLong = !hasSecondFactor && !terms?.isTwoFactorRequired;
  const guesses = findStaffGuesses({ next, current, userId, mustBeLong });
  if (isCommon(next, terms?.routeParam ?? '')) guesses.push(COMMON_PASSWORD);
  if (guesses.length > 0) throw refused(...guesses);
}
