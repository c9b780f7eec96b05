// Where the lists of a date open.
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DateSelects } from './date-field.tsx';
import { unbound } from './form.ts';

const none = { year: '0', month: '0', day: '0' };
const years = [2026, 1971, 1970, 1969];
const yearsShown = (openAt?: number) => {
  const page = renderToStaticMarkup(
    <DateSelects {...unbound('born', '生年月日', none)} years={years} openAt={openAt} />,
  );
  return [...page.matchAll(/<option[^>]*>([^<]*)年<|(未選択)/g)]
    .slice(0, 5)
    .map(([, year, nothing]) => year ?? nothing);
};

test('a list of years opens at its first, or where it is told to: there stands what is chosen at first, nothing', () => {
  expect(yearsShown()).toEqual(['未選択', '2026', '1971', '1970', '1969']);
  expect(yearsShown(1970)).toEqual(['2026', '1971', '未選択', '1970', '1969']);
  expect(yearsShown(1850)).toEqual(['未選択', '2026', '1971', '1970', '1969']);
});
