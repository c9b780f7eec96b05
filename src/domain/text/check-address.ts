// Whether something that is sent to an address can arrive there, as far as that can be seen from the address and its postal code.
import { foldText } from './fold-text.ts';

interface Place {
  prefecture: string;
  city: string;
}

interface Address extends Place {
  postalCode: string;
  street: string;
}

export const NO_ADDRESS = '住所がありません';

/** ヶ and ケ are written one for the other. */
const nameOf = ({ prefecture, city }: Place) => foldText(prefecture + city).replaceAll('ヶ', 'ケ');

/** The first that is wrong, or ''; `places` are those of the postal code. */
export function checkAddress(address: Address, places: readonly Place[]): string {
  const { postalCode, prefecture, city, street } = address;
  if (prefecture === '' || city === '' || street === '') return NO_ADDRESS;
  if (postalCode === '') return '郵便番号がありません';
  if (!places.some((place) => nameOf(place) === nameOf(address))) return '郵便番号と住所が合いません';
  return /[0-9０-９〇一二三四五六七八九十]/.test(street) ? '' : '番地がありません';
}
