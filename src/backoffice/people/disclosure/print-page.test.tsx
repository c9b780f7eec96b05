// The printed disclosure: all that the file has stands on paper.
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { markupOf } from '#tests/kit/markup-of.ts';
import { DISCLOSED, type Disclosure, type Part } from './contract.ts';
import { PrintedPerson } from './print-page.tsx';

const valuesOf = ({ fields }: Part, of: string) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, `${of}:${name}`]));

test('Given a file with a notice by telephone, when its page is printed, then every field of the file is on it by its name', () => {
  const lists = {
    options: [{ name: '胃カメラ', amount: '5,000円' }],
    history: [{ at: '10:00', actor: '職員', act: '登録' }],
  };
  const written: Disclosure = {
    account: valuesOf(DISCLOSED.account, 'account'),
    wish: valuesOf(DISCLOSED.wish, 'wish'),
    reservations: [{ ...valuesOf(DISCLOSED.reservations, 'reservations'), ...lists }],
    notes: [valuesOf(DISCLOSED.notes, 'notes')],
    mails: [valuesOf(DISCLOSED.mails, 'mails')],
    notices: [valuesOf(DISCLOSED.notices, 'notices')],
  };
  const person = { name: '山本　佳乃', birthDate: '1974-03-08' } as never;
  const element = <PrintedPerson person={person} written={written} onBack={() => {}} />;
  const page = markupOf(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  for (const [part, { title, fields }] of Object.entries<Part>(DISCLOSED)) {
    expect(page).toMatch(new RegExp(`<h2>${title}( \\S+)?</h2>`));
    for (const [name, label] of Object.entries(fields)) expect(page).toContain(`${label}</dt><dd>${part}:${name}</dd>`);
  }
  expect(page).toContain('<h3>オプション</h3><ul><li>胃カメラ 5,000円</li></ul>');
  expect(page).toContain('<h3>履歴</h3><ul><li>10:00 職員 登録</li></ul>');
});
