// The screens of the examinees.
import type { ComponentType } from 'react';
import { type RouteObject, redirect } from 'react-router';
import type { BookingStep } from '#domain/reservation/booking-steps.ts';
import { bookingSession } from '#examinee/booking-session.ts';
import type { BookingPaths } from '#examinee/paths.ts';
import { enterFromInitialData } from '#examinee/top/enter.ts';
import { TopScreen } from '#examinee/top/top-screen.tsx';
import { examineeSession, hasInstitution, isExaminee } from '#web/session.ts';
import {
  bookingPaths,
  cancelPaths,
  examineeLogin,
  examineePaths,
  IMPROPER,
  myPage,
  myPagePaths,
  passwordPaths,
  top,
  topEntrances,
} from './addresses.ts';
import { screen } from './screen.ts';

// The guards keep people from screens that could show nothing; what may be seen is the server's to say.
const examineeOnly = () => (isExaminee(examineeSession.get()) ? null : redirect(IMPROPER));
/** Also where the log-in that follows a first booking was refused: the booking is made, and has to be told. */
const bookedOnly = () => (bookingSession.get().result ? null : examineeOnly());
const institutionOnly = () => (hasInstitution(examineeSession.get()) ? null : redirect(IMPROPER));

/** A screen of the booking flow: open to whoever has come in by an institution's top page. */
function booking(
  name: BookingStep | 'result',
  load: () => Promise<ComponentType<{ paths: BookingPaths }>>,
  loader = institutionOnly,
): RouteObject {
  return { path: bookingPaths[name], loader, ...screen(load, { paths: bookingPaths }) };
}

const changePassword = () => import('#examinee/passwords/change-password-screen.tsx');
const forgotten = () => import('#examinee/passwords/forgotten-screen.tsx');

const passwords: RouteObject[] = [
  {
    path: examineePaths.changePassword,
    loader: examineeOnly,
    ...screen(() => changePassword().then((m) => m.ChangePasswordScreen), { paths: passwordPaths }),
  },
  {
    path: passwordPaths.passwordChanged,
    loader: examineeOnly,
    ...screen(() => changePassword().then((m) => m.PasswordChangedScreen), { paths: passwordPaths }),
  },
  {
    path: passwordPaths.forgotten,
    loader: institutionOnly,
    ...screen(() => forgotten().then((m) => m.ForgottenScreen), { paths: passwordPaths }),
  },
  {
    path: passwordPaths.passwordReissued,
    loader: institutionOnly,
    ...screen(() => forgotten().then((m) => m.ReissuedScreen), { paths: passwordPaths }),
  },
];

export const examinee: RouteObject[] = [
  ...passwords,
  {
    path: top(':routeParam'),
    loader: ({ params }) => enterFromInitialData(params.routeParam ?? ''),
    element: <TopScreen entrances={topEntrances} />,
  },
  {
    path: examineeLogin(':routeParam'),
    ...screen(() => import('#examinee/login/login-screen.tsx').then((m) => m.LoginScreen), { paths: bookingPaths }),
  },
  booking('insurance', () => import('#examinee/booking/insurance/insurance-screen.tsx').then((m) => m.InsuranceScreen)),
  booking('course', () => import('#examinee/booking/course/course-screen.tsx').then((m) => m.CourseScreen)),
  booking('option', () => import('#examinee/booking/options/option-screen.tsx').then((m) => m.OptionScreen)),
  booking('calendar', () => import('#examinee/booking/calendar/calendar-screen.tsx').then((m) => m.CalendarScreen)),
  booking('input', () => import('#examinee/booking/input/input-screen.tsx').then((m) => m.InputScreen)),
  booking('confirm', () => import('#examinee/booking/confirm/confirm-screen.tsx').then((m) => m.ConfirmScreen)),
  booking('result', () => import('#examinee/booking/result/result-screen.tsx').then((m) => m.ResultScreen), bookedOnly),

  {
    path: myPage,
    loader: examineeOnly,
    ...screen(() => import('#examinee/reservations/my-page/my-page-screen.tsx').then((m) => m.MyPageScreen), {
      paths: myPagePaths,
    }),
  },
  {
    path: myPagePaths.detail,
    loader: examineeOnly,
    ...screen(() => import('#examinee/reservations/detail/detail-screen.tsx').then((m) => m.DetailScreen), { myPage }),
  },
  {
    path: myPagePaths.cancel,
    loader: examineeOnly,
    ...screen(() => import('#examinee/reservations/cancel/cancel-screen.tsx').then((m) => m.CancelScreen), {
      paths: cancelPaths,
    }),
  },
  {
    path: cancelPaths.done,
    loader: examineeOnly,
    ...screen(() => import('#examinee/reservations/cancel/cancelled-screen.tsx').then((m) => m.CancelledScreen), {
      paths: cancelPaths,
    }),
  },
];
