// Fills in what a postal code says of an address; a street that may belong elsewhere is asked about.
import { useState } from 'react';
import { normalizeDigits, splitPostalCode } from '#domain/text/normalize.ts';
import { fillAddress } from '#domain/text/postal-address.ts';
import { findAddresses } from '#postal/contract.ts';
import { send } from './send.ts';
import { useDialogs } from './ui/dialogs.tsx';
import type { Bound } from './ui/form.ts';

interface Address {
  postalCode1: string;
  postalCode2: string;
  prefecture: string;
  city: string;
  street: string;
}

/** What is said of the code that was searched for. */
interface FoundAddress {
  isDone: boolean;
  sentence: string;
}

const NEEDS_CODE = '郵便番号を、前3桁と後4桁の半角数字で入力してください。';
const NOT_FOUND = '該当する住所が見つかりませんでした。住所を直接ご入力ください。';
const SEVERAL = 'この郵便番号には複数の市区町村があります。住所を直接ご入力ください。';
const FAILED = '住所を検索できませんでした。住所を直接ご入力ください。';
const FILLED = '郵便番号から住所を入力しました。続きをご入力ください。';

export function useAddressSearch(
  address: Address,
  fill: (found: Partial<Address>) => void,
  /** Where to go on, once it is filled in. */
  onFilled?: () => void,
) {
  const dialogs = useDialogs();
  const [found, setFound] = useState<FoundAddress | null>(null);
  const [filledTown, setFilledTown] = useState('');

  async function search(): Promise<void> {
    const [first, second] = [normalizeDigits(address.postalCode1), normalizeDigits(address.postalCode2)];
    const refuse = (sentence: string) => setFound({ isDone: false, sentence });
    if (!/^[0-9]{3}$/.test(first) || !/^[0-9]{4}$/.test(second)) return refuse(NEEDS_CODE);
    try {
      const { addresses } = await send(findAddresses, { postalCode: `${first}${second}` }, { anonymous: true });
      const filled = fillAddress(addresses, address, filledTown);
      if (!filled) return refuse(NOT_FOUND);
      const { kept } = filled;
      const answer = kept === null ? 'drop' : await askToKeep(address.street.trim());
      if (answer !== 'keep' && answer !== 'drop') return;
      fill({ ...filled.fill, ...(kept !== null && answer === 'keep' && { street: kept }) });
      if (!filled.isWhole) return refuse(SEVERAL);
      setFilledTown(filled.fill.street ?? '');
      setFound({ isDone: true, sentence: FILLED });
      // After the question has given the focus back.
      setTimeout(() => onFilled?.());
    } catch {
      // Without the search the form still serves.
      refuse(FAILED);
    }
  }

  /** Where it was closed, or left by Back, nothing is filled in. */
  const askToKeep = (street: string) =>
    dialogs.show({
      title: '確認',
      tone: 'ask',
      lead: `番地・建物名「${street}」を残しますか？`,
      buttons: [
        { label: '残さない', kind: 'quiet', answer: 'drop' },
        { label: '残す', kind: 'primary', answer: 'keep', focus: true },
      ],
    });

  /** What was said of a code is not true of another one. */
  const forget = () => setFound(null);

  /** What is typed or pasted into a half of the code, which may be the whole of it: phones fill it in at once. */
  const takeCode = (half: Bound<string>) => (event: { target: { value: string } }) => {
    forget();
    const whole = splitPostalCode(event.target.value);
    if (whole) fill({ postalCode1: whole.first, postalCode2: whole.second });
    else half.onChange(event.target.value);
  };

  return { found, search, takeCode };
}
