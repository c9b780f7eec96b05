// Addresses as they are written, in one line with the postal code in front.

/** A postal code of seven digits; nothing where there are none. */
export const hyphenate = (digits: string) => digits && `${digits.slice(0, 3)}-${digits.slice(3)}`;
export const inHalves = (digits: string) => ({ postalCode1: digits.slice(0, 3), postalCode2: digits.slice(3) });
export const writePostalCode = (digits: string) => digits && `〒${hyphenate(digits)}`;

export const formatAddress = ({ postalCode, address }: { postalCode: string; address: string }) =>
  address && [writePostalCode(postalCode), address].filter(Boolean).join(' ');

/** Where something is to be sent. */
export const NO_ADDRESS = '住所がありません';
