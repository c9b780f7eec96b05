// The staff's front door: the map of their screens, who may see them, and the code that is loaded when one is opened.
// Before everything else: it says in which order the layers of all sheets count.
import '#web/styles/office-base.css';
import { type LoaderFunctionArgs, redirect, redirectDocument } from 'react-router';
import { EXAMINEE, logInFor, OFFICE } from '#web/addresses.ts';
import { joinOtherTabs } from '#web/office-tabs.ts';
import { LoadFailed } from '#web/plain-page.tsx';
import { examineeSession, isOfficeUser, officeSession } from '#web/session.ts';
import { menu } from './office-menu.ts';
import { office } from './office-routes.tsx';
import { openWing, screen } from './open-wing.tsx';

/** Keeps people from screens that could show nothing; what may be seen is the server's to say. */
const officeOnly = async ({ request }: LoaderFunctionArgs) =>
  isOfficeUser(officeSession.get()) || (await joinOtherTabs()) ? null : redirect(logInFor(new URL(request.url)));

/** The bare address: to the institution where the tab has been, which is another document. */
function wherever() {
  const { routeParam } = examineeSession.get().institution;
  return routeParam ? redirectDocument(EXAMINEE.top(routeParam)) : redirect(OFFICE.login);
}

openWing([
  {
    path: OFFICE.login,
    ...screen(() => import('#backoffice/accounts/log-in/login-screen.tsx').then((m) => m.LoginScreen)),
  },
  {
    path: OFFICE.setup,
    ...screen(() => import('#backoffice/accounts/set-up-code/setup-screen.tsx').then((m) => m.StaffSetupScreen)),
  },
  {
    loader: officeOnly,
    errorElement: <LoadFailed />,
    shouldRevalidate: () => true,
    ...screen(() => import('#web/office-shell.tsx').then((m) => m.OfficeShell), { menu }),
    children: office,
  },
  { path: '/', loader: wherever, element: null },
  {
    path: '*',
    ...screen(() => import('#web/not-found.tsx').then((m) => m.NotFound)),
  },
]);
