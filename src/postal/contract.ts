// Addresses by postal code, for forms on both sides.
import { openCalls } from '#wire/call.ts';
import { list, record } from '#wire/record.ts';
import { digits, text } from '#wire/texts.ts';

export const findAddresses = openCalls('Utility').read('PostalCode', {
  method: 'GET',
  request: record({ postalCode: digits('zip', '郵便番号', { required: true, exact: 7 }) }),
  reply: record({
    addresses: list('listAddress', '住所の一覧', {
      prefecture: text('adr1', '都道府県'),
      city: text('adr2', '市区町村'),
      town: text('adr3', '町域'),
    }),
  }),
});
