// The screens of the examinees.
import type { ComponentType } from 'react';
import { type RouteObject, redirect } from 'react-router';
import { bookingSession } from '#examinee/booking-session.ts';
import { enterFromInitialData, TopScreen } from '#examinee/top/top-screen.tsx';
import { EXAMINEE, STEPS } from '#web/addresses.ts';
import { examineeSession, hasInstitution, isExaminee } from '#web/session.ts';
import { screen } from './open-wing.tsx';

// The guards keep people from screens that could show nothing; what may be seen is the server's to say.
const examineeOnly = () => (isExaminee(examineeSession.get()) ? null : redirect(EXAMINEE.improper));
/** Also where the log-in that follows a first booking was refused: the booking is made, and has to be shown. */
const bookedOnly = () => (bookingSession.get().result ? null : examineeOnly());
const institutionOnly = () => (hasInstitution(examineeSession.get()) ? null : redirect(EXAMINEE.improper));

const guarded = (loader: () => Response | null, path: string, load: () => Promise<ComponentType>): RouteObject => ({
  path,
  loader,
  ...screen(load),
});

const booking = (path: string, load: () => Promise<ComponentType>) => guarded(institutionOnly, path, load);
const own = (path: string, load: () => Promise<ComponentType>) => guarded(examineeOnly, path, load);

const changePassword = () => import('#examinee/passwords/password-screens.tsx');
const forgotten = () => import('#examinee/passwords/password-screens.tsx');

export const examinee: RouteObject[] = [
  own(EXAMINEE.changePassword, () => changePassword().then((m) => m.ChangePasswordScreen)),
  own(EXAMINEE.passwordChanged, () => changePassword().then((m) => m.PasswordChangedScreen)),
  booking(EXAMINEE.forgotten, () => forgotten().then((m) => m.ForgottenScreen)),
  booking(EXAMINEE.passwordReissued, () => forgotten().then((m) => m.ReissuedScreen)),
  {
    path: EXAMINEE.top(':routeParam'),
    loader: ({ params }) => enterFromInitialData(params.routeParam ?? ''),
    element: <TopScreen />,
  },
  {
    path: EXAMINEE.login(':routeParam'),
    ...screen(() => import('#examinee/login/login-screen.tsx').then((m) => m.LoginScreen)),
  },
  booking(STEPS.insurance, () =>
    import('#examinee/booking/insurance/insurance-screen.tsx').then((m) => m.InsuranceScreen),
  ),
  booking(STEPS.course, () => import('#examinee/booking/course/course-screen.tsx').then((m) => m.CourseScreen)),
  booking(STEPS.option, () => import('#examinee/booking/options/option-screen.tsx').then((m) => m.OptionScreen)),
  booking(STEPS.calendar, () => import('#examinee/booking/calendar/calendar-screen.tsx').then((m) => m.CalendarScreen)),
  booking(STEPS.input, () => import('#examinee/booking/input/input-screen.tsx').then((m) => m.InputScreen)),
  booking(STEPS.confirm, () => import('#examinee/booking/confirm/confirm-screen.tsx').then((m) => m.ConfirmScreen)),
  guarded(bookedOnly, STEPS.result, () =>
    import('#examinee/booking/result/result-screen.tsx').then((m) => m.ResultScreen),
  ),
  own(EXAMINEE.myPage, () => import('#examinee/reservations/my-page/my-page-screen.tsx').then((m) => m.MyPageScreen)),
  own(EXAMINEE.reservation, () =>
    import('#examinee/reservations/detail/detail-screen.tsx').then((m) => m.DetailScreen),
  ),
  own(EXAMINEE.cancel, () => import('#examinee/reservations/cancel/cancel-screen.tsx').then((m) => m.CancelScreen)),
  own(EXAMINEE.cancelled, () =>
    import('#examinee/reservations/cancel/cancel-screen.tsx').then((m) => m.CancelledScreen),
  ),
];
