// Finding anyone: the two statements behind it, and what the access log holds of it.
import type { Db } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import { isTooShort, type ParsedSearch, parseSearch, type SearchKind } from '#domain/reservation/parse-search.ts';
import { type Administrator, type Handler, handle, handleBigRead } from '#server/service.ts';
import { Failure, invalid } from '#wire/failure.ts';
import { type FoundPeople, findInside, findPeople, MOST_PEOPLE, nobodyFoundBy } from './contract.ts';
import { type PersonKey, readKeys, readKeysInside } from './server-keys.ts';
import { readPeople } from './server-people.ts';

const NOBODY = '該当する方が見つかりません。';

/** What the access log calls them: by what it was searched, never for what. */
const KIND_WORDS: Record<SearchKind, string> = {
  number: '予約番号',
  patient: '患者番号',
  phone: '電話番号',
  mail: 'メールアドレス',
  date: '生年月日',
  kana: 'カナ氏名',
  name: '氏名',
};

export const findHandlers: Handler[] = [
  handle(findPeople, (db, who, { text }) => find(db, who, text, false)),
  handleBigRead(findInside, 'people', async (db, who, { text }) => {
    const { people, ...reply } = await find(db, who, text, true);
    return { reply, pieces: inOnePiece(people) };
  }),
];

async function* inOnePiece<T>(all: T) {
  yield all;
}

async function find(db: Db, who: Administrator, text: string, isInside: boolean): Promise<FoundPeople> {
  const { institutionCode } = who;
  const day = today(who.now);
  const understood = understand(text, day);
  const keys = await (isInside ? readKeysInside : readKeys)(db, institutionCode, understood);
  const isMore = keys.length > MOST_PEOPLE || keys.some(({ isCut }) => isCut);
  const shown = keys.slice(0, MOST_PEOPLE);
  const people = keys.length > 0 ? await readPeople(db, institutionCode, shown, day, understood, isInside) : [];
  const conditions = [...new Set(understood.words.map((word) => KIND_WORDS[word.kind]))];
  who.trace.details = { conditions, count: people.length };
  const { kind } = understood.sought;
  if (people.length === 0) throw new Failure('NoData', [NOBODY], nobodyFoundBy(kind));
  return { number: numberToOpen(keys), kind, isMore, people };
}

function understand(text: string, day: string): ParsedSearch {
  const understood = parseSearch(text, day);
  if (!understood) throw invalid('検索する内容を入力してください。');
  if (isTooShort(understood)) throw invalid('カナは2文字以上で入力してください。');
  return understood;
}

/** A reservation's own number, unless it is somebody's patient number too. */
function numberToOpen(keys: readonly PersonKey[]): number {
  if (keys.some(({ isByOther }) => isByOther)) return 0;
  return keys.find(({ own }) => own !== null)?.own ?? 0;
}
