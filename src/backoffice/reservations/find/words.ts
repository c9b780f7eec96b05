// The search for people in words: what was searched for, and where in a name it stands.
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { ParsedSearch, SearchWord } from '#domain/reservation/parse-search.ts';
import type { PersonData } from '#domain/reservation/person.ts';
import { foldKana, foldText } from '#domain/text/fold-text.ts';
import { normalizeCode } from '#domain/text/normalize.ts';

const writeName = ({ kana, typed }: SearchWord) => kana ?? typed.join('');

/** Read as a number, it may be a part of something else too. */
function orElse({ phoneEnd, mailFrom }: SearchWord): string {
  if (phoneEnd) return `または電話番号の下4桁が${phoneEnd}`;
  return mailFrom ? `またはメールアドレスの先頭が${mailFrom}` : '';
}

/** At the end of a sentence and before its end; a number stands by itself. */
const ENDINGS = { alone: ['', ''], is: ['の方', 'で'], starts: ['で始まる方', 'で始まり'] } as const;

function describeWord(word: SearchWord): readonly [text: string, ending: keyof typeof ENDINGS] {
  const typed = word.typed.join('');
  switch (word.kind) {
    case 'number':
      return [`予約番号 ${typed}`, 'alone'];
    case 'patient': {
      const other = orElse(word);
      return other ? [`患者番号が${typed}、${other}`, 'is'] : [`患者番号 ${typed}`, 'alone'];
    }
    case 'date':
      return [`生年月日が${formatOfficeDate(word.birth ?? '')}`, 'is'];
    case 'phone':
      return [`電話番号が${typed}`, word.phoneFrom === word.phoneTo ? 'is' : 'starts'];
    case 'mail':
      return [`メールアドレスが${typed}`, 'is'];
    case 'kana':
      return [`カナ氏名または氏名が「${writeName(word)}」`, 'starts'];
    case 'name':
      return [`${word.mailFrom ? '氏名またはメールアドレス' : '氏名'}が「${writeName(word)}」`, 'starts'];
  }
}

export function describeSearch({ words }: ParsedSearch): string {
  const last = words.length - 1;
  return words
    .map(describeWord)
    .map(([text, ending], at) => `${text}${ENDINGS[ending][at === last ? 0 : 1]}`)
    .join('、');
}

export const describeNobody = (understood: ParsedSearch): string => {
  const isNamed = understood.words.every(({ kind }) => kind === 'kana' || kind === 'name');
  return `探した内容：${describeSearch(understood)}${isNamed ? '（途中に含む方も探しました）' : ''}`;
};

export const describeInside = ({ words }: ParsedSearch, doing: '探して' | '表示して'): string =>
  `「${words.map(writeName).join(' ')}」で始まる方はいません。氏名の途中に含む方を${doing}います。`;

export function typedText(understood: ParsedSearch | null): Partial<PersonData> {
  const typed: Partial<PersonData> = {};
  for (const word of understood?.words ?? []) {
    const [first = '', ...more] = word.typed;
    if (word.kind === 'kana') Object.assign(typed, { familyKana: foldKana(first), givenKana: foldKana(more.join('')) });
    if (word.kind === 'date') typed.birthDate = word.birth ?? null;
    if (word.kind === 'phone') typed.phone = normalizeCode(first);
  }
  return typed;
}

/** From where to where a name holds one of these, as it is written; null where it does not. */
export function placeInResults(
  text: string,
  folded: readonly string[],
  isInside: boolean,
): readonly [number, number] | null {
  // Each sign of what is written, and how far that is folded.
  const signs = [...text];
  const ends: number[] = [];
  let whole = '';
  for (const sign of signs) {
    whole += foldText(sign);
    ends.push(whole.length);
  }
  for (const part of folded) {
    const at = isInside ? whole.indexOf(part) : whole.startsWith(part) ? 0 : -1;
    if (part === '' || at < 0) continue;
    const first = ends.findIndex((end) => end > at);
    const last = ends.findIndex((end) => end >= at + part.length);
    const lengthOf = (count: number) => signs.slice(0, count).join('').length;
    return [lengthOf(first), lengthOf(last + 1)];
  }
  return null;
}
