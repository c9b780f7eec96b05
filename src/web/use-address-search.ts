// Fills in what a postal code tells of an address; what the person has written in the last line is not written over.
import { useState } from 'react';
import { tidyDigits } from '#domain/text/tidy.ts';
import { commonPart } from '#postal/common-part.ts';
import { findAddresses } from '#postal/contract.ts';
import { send } from './send.ts';

interface Address {
  postalCode1: string;
  postalCode2: string;
  prefecture: string;
  city: string;
  street: string;
}

/** What is said of the code that was searched for. */
export interface FoundAddress {
  isDone: boolean;
  sentence: string;
}

const NEEDS_CODE = '郵便番号を、前3桁と後4桁の半角数字で入力してください。';
const NOT_FOUND = '該当する住所が見つかりませんでした。住所を直接ご入力ください。';
const FAILED = '住所を検索できませんでした。住所を直接ご入力ください。';
const FILLED = '郵便番号から住所を入力しました。続きをご入力ください。';

export function useAddressSearch(
  address: Pick<Address, 'postalCode1' | 'postalCode2' | 'street'>,
  fill: (found: Partial<Address>) => void,
  /** Where to go on, once it is filled in. */
  onFilled?: () => void,
) {
  const [found, setFound] = useState<FoundAddress | null>(null);
  const [filledTown, setFilledTown] = useState('');

  async function search(): Promise<void> {
    const [first, second] = [tidyDigits(address.postalCode1), tidyDigits(address.postalCode2)];
    if (!/^[0-9]{3}$/.test(first) || !/^[0-9]{4}$/.test(second)) {
      return setFound({ isDone: false, sentence: NEEDS_CODE });
    }
    try {
      const { addresses } = await send(findAddresses, { postalCode: `${first}${second}` }, { anonymous: true });
      const common = commonPart(addresses);
      if (!common) return setFound({ isDone: false, sentence: NOT_FOUND });
      const isOwn = address.street.trim() !== '' && address.street !== filledTown;
      fill({ prefecture: common.prefecture, city: common.city, ...(isOwn ? {} : { street: common.town }) });
      setFilledTown(common.town);
      setFound({ isDone: true, sentence: FILLED });
      onFilled?.();
    } catch {
      // Without the search the form still serves.
      setFound({ isDone: false, sentence: FAILED });
    }
  }

  /** What was said of a code is not true of another one. */
  const forget = () => setFound(null);

  return { found, search, forget };
}
