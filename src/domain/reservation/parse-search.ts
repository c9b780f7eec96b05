// How a text is understood by which staff look for somebody: what each of its words may be, and by which of them is looked up.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { parseBirthDate } from '#domain/calendar/written-date.ts';
import { countCharacters, lowerAscii } from '#domain/text/characters.ts';
import { foldKana, foldText, toHiragana } from '#domain/text/fold-text.ts';
import { spellingsOf } from '#domain/text/kanji-variants.ts';
import { normalizeCode } from '#domain/text/normalize.ts';

/** The narrowest first: by the first that a text has, it is looked up. */
export const SEARCH_KINDS = ['number', 'patient', 'phone', 'mail', 'date', 'kana', 'name'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Whatever of these a word has, it may mean: one of them has to hold. Names and kana are folded as the database folds them. */
export interface SearchWord {
  kind: SearchKind;
  number?: number;
  /** Whole. */
  patient?: string;
  /** From the one to the other: the same where it is the whole number. */
  phoneFrom?: string;
  phoneTo?: string;
  /** A telephone's last four digits. */
  phoneEnd?: string;
  /** Whole. */
  mail?: string;
  /** What it begins with. */
  mailFrom?: string;
  birth?: PlainDate;
  /** What it begins with. */
  kana?: string;
  /** The same, where the given name was typed first. */
  swappedKana?: string;
  /** What it begins with; any of them, those as typed first. */
  names?: readonly string[];
  /** What was typed, in words of their own where several were joined. */
  typed: readonly string[];
}

export interface ParsedSearch {
  /** By this is looked up. */
  sought: SearchWord;
  /** These have to hold besides. */
  others: readonly SearchWord[];
  /** All of them, as they were typed. */
  words: readonly SearchWord[];
}

const KANA = /^[ぁ-ゖゝゞァ-ヺーヽヾ・\u3099\u309a]+$/;
/** The database cuts what it folds there. */
const MOST_FOLDED = 80;
/** Behind all digits. */
const AFTER_DIGITS = ':';

/** Four letters or more, and nothing that no mail address has. */
const MAIL_START = /^(?=(?:[^a-z]*[a-z]){4})[a-z0-9][a-z0-9._+-]*$/i;
/** Numbers as they are read out: a reservation's in threes, a telephone's in groups. */
const SPOKEN = /(?<=^|\s)(?:[1-9]\d\d \d{3} \d{3}|0\d{1,3}(?: \d{2,4}){1,3})(?=\s|$)/g;

/** Half of the spellings that a name is looked up in. */
const MOST_OF_EACH_ORDER = 12;

const cut = (folded: string) => [...folded].slice(0, MOST_FOLDED).join('');

function readWord(typed: string, today: PlainDate): Omit<SearchWord, 'typed'> {
  const hasDigits = /\d/.test(typed);
  const code = hasDigits ? normalizeCode(typed) : typed;
  if (/^[1-9]\d{8}$/.test(code)) return { kind: 'number', number: Number(code), patient: code };
  const birth = hasDigits ? parseBirthDate(code, today) : null;
  if (birth) return { kind: 'date', birth, ...(/^\d{8}$/.test(code) && { patient: code }) };
  const digits = code.replaceAll('-', '');
  if (/^0\d{5,}$/.test(digits)) {
    const phoneTo = digits.length < 10 ? digits + AFTER_DIGITS : digits;
    return { kind: 'phone', phoneFrom: digits, phoneTo, patient: code };
  }
  if (code.includes('@')) return { kind: 'mail', mail: lowerAscii(code) };
  if (KANA.test(typed)) return { kind: 'kana', ...readKana(typed) };
  const mail = MAIL_START.test(code) && { mailFrom: lowerAscii(code) };
  if (!hasDigits) return { kind: 'name', names: spellingsOf(cut(foldText(typed))), ...mail };
  return { kind: 'patient', patient: code, ...(/^\d{4}$/.test(code) && { phoneEnd: code }), ...mail };
}

/** The same with what it is where the last of its words is the family name. */
function readSeveral(typed: readonly string[], today: PlainDate): SearchWord {
  const word = readWord(typed.join(''), today);
  const { kana, names = [] } = readWord([...typed.slice(-1), ...typed.slice(0, -1)].join(''), today);
  const half = (spellings: readonly string[] = []) => spellings.slice(0, MOST_OF_EACH_ORDER);
  const swapped = { names: [...half(word.names), ...half(names)], ...(kana && { swappedKana: kana }) };
  return { ...word, ...swapped, typed };
}

/** Names are written in kana too, in hiragana or katakana: however it is typed, the same people are found. */
function readKana(typed: string): Pick<SearchWord, 'kana' | 'names'> {
  const kana = cut(foldKana(typed));
  return { kana, names: [...new Set([cut(foldText(typed)), kana, cut(toHiragana(kana))])] };
}

/** Kana in a row are one name, and likewise kanji, however they are parted. */
function joinNames(words: readonly string[], today: PlainDate): SearchWord[] {
  const joined: SearchWord[] = [];
  for (const typed of words) {
    const word = readWord(typed, today);
    const last = joined.at(-1);
    if (last && last.kind === word.kind && (word.kind === 'kana' || word.kind === 'name')) {
      joined[joined.length - 1] = readSeveral([...last.typed, typed], today);
    } else joined.push({ ...word, typed: [typed] });
  }
  return joined;
}

/** One letter of kana begins the names of half of all people; a single kanji may be somebody's whole name. */
const isOneKana = ({ kind, kana }: SearchWord) => kind === 'kana' && countCharacters(kana ?? '') < 2;

/** By a single letter of kana nothing is looked up as long as there is anything else. */
const rankOf = (word: SearchWord) => (isOneKana(word) ? SEARCH_KINDS.length : SEARCH_KINDS.indexOf(word.kind));

/** What is too long for a telephone, or too short to begin one, are several words. */
const joinDigits = (groups: string) => {
  const digits = groups.replaceAll(' ', '');
  return digits.length >= 6 && digits.length <= 11 ? digits : groups;
};

export function parseSearch(text: string, today: PlainDate): ParsedSearch | null {
  const spoken = text.normalize('NFKC').replaceAll(/\s+/g, ' ');
  const typed = spoken.replaceAll(SPOKEN, joinDigits).split(' ').filter(Boolean);
  const words = joinNames(typed, today);
  const [sought] = words.toSorted((one, other) => rankOf(one) - rankOf(other));
  return sought ? { sought, others: words.filter((word) => word !== sought), words } : null;
}

/** One letter of kana, and nothing else. */
export const isTooShort = ({ sought }: ParsedSearch) => isOneKana(sought);

/** What is known of somebody, and may be found by. */
export interface SearchablePerson {
  name: string;
  kana: string;
  birthDate: PlainDate;
  phone: string;
  mail: string;
  patientNumber: string;
}

/** By which of them a word fits, as the database compares; null where it does not, or is a reservation's own number. */
export function matchingField(
  word: SearchWord,
  data: SearchablePerson,
  isInside: boolean,
): keyof SearchablePerson | null {
  const digits = data.phone.normalize('NFKC').replaceAll(/[^0-9]/g, '');
  const mail = lowerAscii(data.mail);
  const { phoneFrom, phoneTo = '', phoneEnd, mailFrom, kana, swappedKana, names = [] } = word;
  const holds = (text: string, part: string | undefined) =>
    part !== undefined && (isInside ? foldText(text).includes(part) : foldText(text).startsWith(part));
  if (word.patient && word.patient === data.patientNumber) return 'patientNumber';
  if (phoneFrom && phoneFrom <= digits && digits <= phoneTo) return 'phone';
  if (phoneEnd && digits.endsWith(phoneEnd)) return 'phone';
  if (mail !== '' && (mail === word.mail || (mailFrom && mail.startsWith(mailFrom)))) return 'mail';
  if (word.birth === data.birthDate) return 'birthDate';
  if (holds(data.kana, kana) || holds(data.kana, swappedKana)) return 'kana';
  return names.some((name) => holds(data.name, name)) ? 'name' : null;
}
