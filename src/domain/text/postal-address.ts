// What a postal code says of an address: what of the one that stands there it replaces, and whether the two fit.
import { NO_ADDRESS } from './address.ts';
import { foldText } from './fold-text.ts';

export interface PostalAddress {
  prefecture: string;
  city: string;
  town: string;
}

interface TypedAddress {
  prefecture: string;
  city: string;
  street: string;
}

function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const text of others) {
    while (!text.startsWith(first.slice(0, length))) length--;
  }
  return first.slice(0, length);
}

/** Of several towns under one code: whole prefectures and cities only, towns as far as they agree. Null when there is no address. */
export function commonPart(addresses: readonly PostalAddress[]): PostalAddress | null {
  const [first] = addresses;
  if (!first) return null;
  const samePrefecture = addresses.every(({ prefecture }) => prefecture === first.prefecture);
  const sameCity = samePrefecture && addresses.every(({ city }) => city === first.city);
  return {
    prefecture: samePrefecture ? first.prefecture : '',
    city: sameCity ? first.city : '',
    town: sameCity ? commonStart(addresses.map(({ town }) => town)) : '',
  };
}

interface FilledAddress {
  /** What takes the place of what stands there. */
  fill: Partial<TypedAddress>;
  /** The street as it would be kept, where only the person knows whether it belongs there; else null. */
  kept: string | null;
  /** False where the code is of several cities: what was typed stays, and the rest is the person's to add. */
  isWhole: boolean;
}

/**
 * Prefecture, city and town come from the code. A street that was typed stays where it begins with the town, or in the city that has it already;
 * `filledTown` is what an earlier code has put there. Null when there is no address.
 */
export function fillAddress(
  addresses: readonly PostalAddress[],
  typed: TypedAddress,
  filledTown = '',
): FilledAddress | null {
  // Across borders, what was typed says which side is meant.
  const agreeing = (all: readonly PostalAddress[], part: 'prefecture' | 'city') => {
    const some = all.filter((address) => address[part] === typed[part].trim());
    return some.length > 0 ? some : all;
  };
  const meant = agreeing(agreeing(addresses, 'prefecture'), 'city');
  const common = commonPart(meant);
  if (!common) return null;
  const { prefecture, city, town } = common;
  if (city === '') return { fill: prefecture ? { prefecture } : {}, kept: null, isWhole: false };
  const fill = { prefecture, city, street: town };
  const street = typed.street.trim();
  if (street === '' || street === filledTown) return { fill, kept: null, isWhole: true };
  const isThere = ['', city].includes(typed.city.trim()) && ['', prefecture].includes(typed.prefecture);
  const begins = (start: string) => (start === '' ? isThere : foldText(street).startsWith(foldText(start)));
  if (meant.some((address) => begins(address.town))) {
    return { fill: { prefecture, city }, kept: null, isWhole: true };
  }
  // A number alone belongs behind its town.
  const kept = /^[0-9]/.test(foldText(street)) ? town + street : street;
  return { fill, kept, isWhole: true };
}

interface Place {
  prefecture: string;
  city: string;
}

interface Address extends Place {
  postalCode: string;
  street: string;
}

/** ヶ and ケ are written one for the other. */
const nameOf = ({ prefecture, city }: Place) => foldText(prefecture + city).replaceAll('ヶ', 'ケ');

/** Why nothing that is sent there can arrive, as far as that can be seen: the first that is wrong, or ''; `places` are those of the postal code. */
export function checkAddress(address: Address, places: readonly Place[]): string {
  const { postalCode, prefecture, city, street } = address;
  if (prefecture === '' || city === '' || street === '') return NO_ADDRESS;
  if (postalCode === '') return '郵便番号がありません';
  if (!places.some((place) => nameOf(place) === nameOf(address))) return '郵便番号と住所が合いません';
  return /[0-9０-９〇一二三四五六七八九十]/.test(street) ? '' : '番地がありません';
}
