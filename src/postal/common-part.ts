// Several towns may share one postal code: what they have in common can be filled in, the rest is the person's to add.

interface Address {
  prefecture: string;
  city: string;
  town: string;
}

function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const text of others) {
    while (!text.startsWith(first.slice(0, length))) length--;
  }
  return first.slice(0, length);
}

/** Null when there is no address; whole prefectures and cities only, towns as far as they agree. */
export function commonPart(addresses: readonly Address[]): Address | null {
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
