// Understands Japan Post's lists of postal codes: KEN_ALL (towns, UTF-8 or CP932, split over several lines in the latter) and JIGYOSYO
// (businesses that have a code of their own).

export interface CodedAddress {
  postalCode: string;
  prefecture: string;
  city: string;
  /** Empty for all of a city. */
  town: string;
}

export interface PostalList {
  kind: 'towns' | 'businesses';
  addresses: CodedAddress[];
}

/** Where each list has what of a line; an abolished one says so in its last field. */
const LISTS = {
  towns: { fields: 15, code: 2, prefecture: 6, city: 7, town: [8], change: 13, abolished: '2' },
  businesses: { fields: 13, code: 7, prefecture: 3, city: 4, town: [5, 6], change: 12, abolished: '5' },
} as const;

/** In quotation marks, without them, or empty. */
const FIELDS = /"[^"]*"|[^,"]+|(?<=^|,)(?=,|$)/g;

export function readPostalList(bytes: Buffer): PostalList | null {
  const lines = decode(bytes)
    .split(/\r?\n/)
    .filter((line) => line !== '');
  const rows = lines.map((line) => (line.match(FIELDS) ?? []).map((field) => field.replaceAll('"', '')));
  const kinds = Object.keys(LISTS) as (keyof typeof LISTS)[];
  const kind = kinds.find((kind) => rows.every((row) => isRowOf(kind, row)));
  if (!kind || rows.length === 0) return null;
  const { code, prefecture, city, town, change, abolished } = LISTS[kind];
  const addresses: CodedAddress[] = [];
  let begun = '';
  for (const row of rows) {
    const written = begun + town.map((at) => row[at]).join('');
    // A parenthesis goes on in the lines that follow, which repeat the rest.
    begun = kind === 'towns' && written.lastIndexOf('（') > written.lastIndexOf('）') ? written : '';
    if (begun !== '' || row[change] === abolished) continue;
    const place = { postalCode: row[code] ?? '', prefecture: row[prefecture] ?? '', city: row[city] ?? '' };
    const towns = kind === 'towns' ? townsIn(written) : [written];
    addresses.push(...towns.map((town) => ({ ...place, town })));
  }
  return { kind, addresses };
}

function isRowOf(kind: keyof typeof LISTS, row: readonly string[]): boolean {
  const { fields, code } = LISTS[kind];
  return row.length === fields && /^[0-9]{5}$/.test(row[0] ?? '') && /^[0-9]{7}$/.test(row[code] ?? '');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('shift_jis').decode(bytes);
  }
}

/** What belongs into an address: no remarks, no numbers that may follow. The empty town stands for all of a city. */
function townsIn(written: string): string[] {
  const plain = written.replace(/（.*）/, '');
  if (/以下に掲載がない場合|の次に.*番地.*くる場合/.test(plain)) return [''];
  if (plain.endsWith('一円') && plain !== '一円') return [''];
  // 「種市第１５地割～第２１地割」, and 「甲、乙」, which are two.
  const bare = plain.replace(/第?[０-９]+地割.*/, '');
  return [...new Set(bare.split('、'))];
}
