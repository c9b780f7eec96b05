// Whom the detail of a reservation asks about invitations: only those who pay themselves get any.
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { DialogHost } from '#web/ui/dialogs.tsx';
import { openReservation } from '../contract.ts';
import { PersonPanel } from './fact-panels.tsx';

test.each([
  ['an individual', INDIVIDUAL, true],
  ['a member of a society', '00000001', false],
])('the direct-mail setting of %s', (_, clientCode, isShown) => {
  const data = { ...openReservation.reply.blank, clientCode, kana: '', name: '', mail: '', birthDate: '1970-01-01' };
  const element = (
    <DialogHost afterSystemError={() => {}}>
      <PersonPanel data={data as never} onMailConsent={() => {}} />
    </DialogHost>
  );
  const page = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
  expect(page.includes('受け取らない')).toBe(isShown);
});
