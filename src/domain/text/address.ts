// An institution's address as it is written: in one line, with its postal code in front.

/** The street, and the building with its floor. */
export const joinAddress = (street: string, building: string) => [street, building].filter(Boolean).join(' ');

/** Of seven digits; nothing where there are none. */
export const writePostalCode = (digits: string) => (digits ? `〒${digits.slice(0, 3)}-${digits.slice(3)}` : '');

export const writePlace = ({ postalCode, address }: { postalCode: string; address: string }) =>
  address && [writePostalCode(postalCode), address].filter(Boolean).join(' ');
