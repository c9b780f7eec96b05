// The map of every screen: its address, who may see it, and the code that is loaded when it is opened.
import { createBrowserRouter, Navigate, type RouteObject, redirect } from 'react-router';
import { BOOKING_STEPS } from '#domain/reservation/booking-steps.ts';
import { howToComeBack } from '#examinee/handover-session.ts';
import type { ExamineeErrands } from '#web/examinee-shell.tsx';
import { LoadFailed } from '#web/load-failed.tsx';
import { joinOtherTabs } from '#web/office-tabs.ts';
import { examineeSession, isExaminee, isOfficeUser, officeSession } from '#web/session.ts';
import {
  bookingPaths,
  examineePaths,
  HOME,
  IMPROPER,
  LOGIN,
  myPage,
  OWN_ACCOUNT,
  STAFF_SETUP,
  top,
  unsubscribe,
} from './addresses.ts';
import { examinee } from './examinee-routes.tsx';
import { menu } from './office-menu.ts';
import { office } from './office-routes.tsx';
import { screen } from './screen.ts';

/** Keeps people from screens that could show nothing; what may be seen is the server's to say. */
const officeOnly = async () => (isOfficeUser(officeSession.get()) || (await joinOtherTabs()) ? null : redirect(LOGIN));

function Root() {
  const { routeParam } = examineeSession.get().institution;
  return <Navigate to={routeParam ? top(routeParam) : LOGIN} replace />;
}

const errands: ExamineeErrands = {
  isUnsaved: (pathname) => BOOKING_STEPS.some((step) => bookingPaths[step] === pathname),
  comeBack: howToComeBack,
};

/** From an address that does not exist: to where the tab has been. */
function waysOn() {
  const session = examineeSession.get();
  const { name, routeParam } = session.institution;
  return [
    ...(isOfficeUser(officeSession.get()) ? [{ label: '予約状況照会へ', to: HOME }] : []),
    ...(isExaminee(session) ? [{ label: 'マイページへ', to: myPage }] : []),
    ...(routeParam ? [{ label: `${name}のトップへ`, to: top(routeParam) }] : []),
  ];
}

const development: RouteObject[] = import.meta.env.DEV
  ? [{ path: '/styleguide', ...screen(() => import('#web/styleguide.tsx').then((m) => m.Styleguide)) }]
  : [];

const errorElement = <LoadFailed />;

export const router = createBrowserRouter([
  {
    path: LOGIN,
    ...screen(() => import('#backoffice/login/login-screen.tsx').then((m) => m.LoginScreen), {
      paths: { home: HOME, own: OWN_ACCOUNT, setup: STAFF_SETUP },
    }),
  },
  {
    path: STAFF_SETUP,
    ...screen(() => import('#backoffice/staff-setup/setup-screen.tsx').then((m) => m.StaffSetupScreen), {
      login: LOGIN,
    }),
  },
  {
    loader: officeOnly,
    errorElement,
    shouldRevalidate: () => true,
    ...screen(() => import('#web/office-shell.tsx').then((m) => m.OfficeShell), { menu }),
    children: office,
  },
  {
    errorElement,
    ...screen(() => import('#web/examinee-shell.tsx').then((m) => m.ExamineeShell), {
      paths: examineePaths,
      errands,
    }),
    children: examinee,
  },
  {
    path: unsubscribe(':routeParam', ':key'),
    errorElement,
    ...screen(() => import('#examinee/unsubscribe/unsubscribe-screen.tsx').then((m) => m.UnsubscribeScreen)),
  },
  { path: IMPROPER, ...screen(() => import('#web/utility-error.tsx').then((m) => m.UtilityError)) },
  ...development,
  { path: '/', element: <Root /> },
  { path: '*', ...screen(() => import('#web/not-found.tsx').then((m) => m.NotFound), { ways: waysOn, login: LOGIN }) },
]);
