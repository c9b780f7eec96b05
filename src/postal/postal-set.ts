// Keeps the set of postal codes that the operator has read in, which stands before what the program brings along.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { CodedAddress } from './japan-post.ts';

interface PostalSet {
  files: string[];
  /** The newest time stamp of the files. */
  stampedAt: Date;
  /** Those whose towns are all in the set. */
  prefectures: string[];
}

export const readPostalSet = query<PostalSet>(
  'select files, stamped_at as "stampedAt", prefectures from postal_code_set',
);

interface Coded {
  prefectures: string[];
  postalCode: string | null;
  prefecture: string | null;
  city: string | null;
  town: string | null;
}

const readCodes = query<Coded>(`
  select s.prefectures, c.postal_code as "postalCode", c.prefecture, c.city, c.town
    from postal_code_set s
    left join postal_codes c on c.postal_code = any($1::text[])
   order by c.postal_code, c.place`);

/** Asked again each time: servers need not hear of a new set. */
export async function findInSet(db: Db, postalCodes: readonly string[]) {
  const rows = await readCodes(db, postalCodes);
  const addresses = rows.flatMap(({ postalCode, prefecture, city, town }) =>
    postalCode === null || prefecture === null || city === null || town === null
      ? []
      : [{ postalCode, prefecture, city, town }],
  );
  return { addresses, prefectures: rows[0]?.prefectures ?? [] };
}

const lockSet = query('lock table postal_codes in share row exclusive mode');
const deleteCodes = query('delete from postal_codes');
const insertCodes = query(`
  insert into postal_codes (postal_code, place, prefecture, city, town)
  select code, place, prefecture, city, town
    from unnest($1::text[], $2::integer[], $3::text[], $4::text[], $5::text[]) as c(code, place, prefecture, city, town)`);
const replaceSet = query(`
  insert into postal_code_set (files, stamped_at, prefectures) values ($1, $2, $3)
  on conflict (is_only) do update set files = $1, stamped_at = $2, prefectures = $3`);

/** No statement is held up for long by so many. */
const AT_ONCE = 10_000;

/** As a whole, in a transaction: nobody meets half of it. Gives how many addresses there are, each once. */
export async function replacePostalSet(db: Db, set: PostalSet, addresses: readonly CodedAddress[]): Promise<number> {
  await lockSet(db);
  await deleteCodes(db);
  const once = new Map(addresses.map((one) => [Object.values(one).join('\n'), one]));
  const places = new Map<string, number>();
  const rows = [...once.values()].map((one) => {
    const place = places.get(one.postalCode) ?? 0;
    places.set(one.postalCode, place + 1);
    return { ...one, place };
  });
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE);
    const column = (name: keyof (typeof rows)[number]) => some.map((row) => row[name]);
    await insertCodes(db, column('postalCode'), column('place'), column('prefecture'), column('city'), column('town'));
  }
  await replaceSet(db, set.files, set.stampedAt, set.prefectures);
  return rows.length;
}
