// The map of every screen: its address, who may see it, and the code that is loaded when it is opened.

import { type ComponentType, createElement } from 'react';
import { createBrowserRouter, Navigate, type RouteObject, redirect } from 'react-router';
import type { ReservationPaths } from '#backoffice/reservation/screens/paths.ts';
import { BOOKING_STEPS, type BookingStep } from '#domain/reservation/booking-steps.ts';
import { bookingSession } from '#examinee/booking-session.ts';
import { howToComeBack } from '#examinee/handover-session.ts';
import type { BookingPaths } from '#examinee/paths.ts';
import type { CoursePaths } from '#masters/courses/screens/chosen.ts';
import type { ExamineeErrands } from '#web/examinee-shell.tsx';
import { LoadFailed } from '#web/load-failed.tsx';
import { type AnyMaster, masterPaths } from '#web/master-screens/master.ts';
import { joinOtherTabs } from '#web/office-tabs.ts';
import { examineeSession, hasInstitution, isExaminee, isOfficeUser, officeSession } from '#web/session.ts';
import {
  ACCESS_LOG,
  bookingPaths,
  cancelPaths,
  capacity,
  closedDays,
  coursePaths,
  EXTRACTION,
  examineeLogin,
  examineePaths,
  extractionPaths,
  HOME,
  IMPROPER,
  INSTITUTION,
  institutionPaths,
  LOGIN,
  myPage,
  myPagePaths,
  OWN_ACCOUNT,
  passwordPaths,
  patternPaths,
  personPaths,
  privacyPaths,
  reservationPaths,
  STAFF_SETUP,
  staffPaths,
  top,
  unsubscribe,
} from './addresses.ts';
import { menu } from './office-menu.ts';

/** Loads a screen when its address is opened. */
// biome-ignore lint/suspicious/noExplicitAny: a screen takes whatever the map gives it
function screen<P extends object>(load: () => Promise<ComponentType<any>>, props?: P): Pick<RouteObject, 'lazy'> {
  return {
    lazy: async () => {
      const component = await load();
      return { Component: () => createElement(component, props) };
    },
  };
}

/** The five screens of a master. */
function master(base: string, load: () => Promise<{ master: AnyMaster }>): RouteObject[] {
  const paths = masterPaths(base, HOME);
  const edit = () => import('#web/master-screens/edit-screens.tsx');
  const done = () => import('#web/master-screens/done-screen.tsx');
  const list = () => import('#web/master-screens/list-screen.tsx');
  // biome-ignore lint/suspicious/noExplicitAny: the master's own types were checked where it was defined
  const of = async (kit: Promise<ComponentType<any>>, more: object = {}) => {
    const [Screen, { master }] = await Promise.all([kit, load()]);
    return () => createElement(Screen, { master, paths, ...more });
  };
  return [
    { path: paths.list, ...screen(() => of(list().then((kit) => kit.ListScreen))) },
    { path: paths.detail, ...screen(() => of(edit().then((kit) => kit.DetailScreen))) },
    { path: paths.register, ...screen(() => of(edit().then((kit) => kit.RegisterScreen))) },
    {
      path: paths.updated,
      ...screen(() =>
        of(
          done().then((kit) => kit.DoneScreen),
          { what: 'updated' },
        ),
      ),
    },
    {
      path: paths.registered,
      ...screen(() =>
        of(
          done().then((kit) => kit.DoneScreen),
          { what: 'registered' },
        ),
      ),
    },
  ];
}

// The guards keep people from screens that could show nothing; what may be seen is the server's to say.
const officeOnly = async () => (isOfficeUser(officeSession.get()) || (await joinOtherTabs()) ? null : redirect(LOGIN));
const examineeOnly = () => (isExaminee(examineeSession.get()) ? null : redirect(IMPROPER));
/** Also where the log-in that follows a first booking was refused: the booking is made, and has to be told. */
const bookedOnly = () => (bookingSession.get().result ? null : examineeOnly());
const institutionOnly = () => (hasInstitution(examineeSession.get()) ? null : redirect(IMPROPER));

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

const institution = () => import('#masters/institution/institution-screen.tsx');

const privacy = () => import('#backoffice/privacy/privacy-screen.tsx');

const courses = () => import('#masters/courses/screens/edit-screens.tsx');

function course(name: keyof CoursePaths, load: () => Promise<ComponentType<{ paths: CoursePaths }>>): RouteObject {
  return { path: coursePaths[name], ...screen(load, { paths: coursePaths }) };
}

function reservation(
  name: keyof ReservationPaths,
  load: () => Promise<ComponentType<{ paths: ReservationPaths }>>,
): RouteObject {
  return { path: reservationPaths[name], ...screen(load, { paths: reservationPaths }) };
}

/** The extraction with the bar of another errand at its end. */
async function extraction() {
  const [{ ExtractionScreen }, { DownloadBar }] = await Promise.all([
    import('#backoffice/examinee-search/extraction-screen.tsx'),
    import('#backoffice/csv-patterns/download-bar.tsx'),
  ]);
  return () => createElement(ExtractionScreen, { paths: extractionPaths, DownloadBar });
}

/** With the part about second factors, which is an errand of its own. */
async function ownAccount() {
  const [{ OwnAccountScreen }, { TwoFactorSection }] = await Promise.all([
    import('#backoffice/own-account/own-account-screen.tsx'),
    import('#backoffice/two-factor/two-factor-section.tsx'),
  ]);
  return () => createElement(OwnAccountScreen, { paths: { home: HOME }, TwoFactorSection });
}

const office: RouteObject[] = [
  {
    path: HOME,
    ...screen(() => import('#backoffice/status/status-screen.tsx').then((m) => m.StatusScreen), {
      paths: { search: EXTRACTION, detail: reservationPaths.detail, privacy: privacyPaths.form },
    }),
  },
  {
    path: INSTITUTION,
    ...screen(() => institution().then((m) => m.InstitutionScreen), { paths: institutionPaths }),
  },
  {
    path: institutionPaths.done,
    ...screen(() => institution().then((m) => m.InstitutionDoneScreen), { paths: institutionPaths }),
  },
  {
    path: closedDays.month,
    ...screen(() => import('#masters/closed-days/closed-days-screen.tsx').then((m) => m.ClosedDaysScreen), {
      paths: closedDays,
    }),
  },
  {
    path: closedDays.bulk,
    ...screen(() => import('#masters/closed-days/closed-days-bulk-screen.tsx').then((m) => m.ClosedDaysBulkScreen), {
      paths: closedDays,
    }),
  },
  { path: EXTRACTION, ...screen(extraction) },
  {
    path: ACCESS_LOG,
    ...screen(() => import('#backoffice/access-log/access-log-screen.tsx').then((m) => m.AccessLogScreen), {
      paths: extractionPaths,
    }),
  },
  { path: OWN_ACCOUNT, ...screen(ownAccount) },
  ...master('/MasterWJGYO', () => import('#masters/clients/master.tsx')),
  ...master('/MasterWHFKB', () => import('#masters/categories/master.tsx')),
  ...master('/MasterWKKMM', () => import('#masters/exam-items/master.tsx')),
  ...master('/MasterWOPBR', () => import('#masters/option-groups/master.tsx')),
  ...master('/MasterWOPKM', () => import('#masters/option-items/master.tsx')),
  ...master('/MasterWWAKU', () => import('#masters/frames/master.tsx')),
  ...master('/MasterWTMZN', () => import('#masters/time-slots/master.tsx')),
  course('list', () => import('#masters/courses/screens/list-screen.tsx').then((m) => m.CourseListScreen)),
  course('detail', () => courses().then((m) => m.CourseDetailScreen)),
  course('updated', () => courses().then((m) => m.CourseUpdatedScreen)),
  course('register', () => courses().then((m) => m.CourseRegisterScreen)),
  course('registered', () => courses().then((m) => m.CourseRegisteredScreen)),
  course('items', () => import('#masters/courses/screens/items-screen.tsx').then((m) => m.ItemsScreen)),
  course('frames', () => import('#masters/courses/screens/frames-screen.tsx').then((m) => m.FramesScreen)),
  course('prices', () => import('#masters/courses/screens/prices-screen.tsx').then((m) => m.PricesScreen)),
  course('options', () => import('#masters/courses/screens/options-screen.tsx').then((m) => m.OptionsScreen)),
  course('fiscalYear', () => import('#masters/courses/screens/fiscal-year-screen.tsx').then((m) => m.FiscalYearScreen)),
  {
    path: capacity.month,
    ...screen(() => import('#masters/capacity/capacity-screen.tsx').then((m) => m.CapacityScreen), { paths: capacity }),
  },
  {
    path: capacity.bulk,
    ...screen(() => import('#masters/capacity/capacity-bulk-screen.tsx').then((m) => m.CapacityBulkScreen), {
      paths: capacity,
    }),
  },
  ...master('/MasterWMAIL', () => import('#masters/mail-templates/master.tsx')),
  {
    path: staffPaths.list,
    ...screen(() => import('#backoffice/staff/list-screen.tsx').then((m) => m.StaffListScreen), { paths: staffPaths }),
  },
  {
    path: staffPaths.detail,
    ...screen(() => import('#backoffice/staff/detail-screen.tsx').then((m) => m.StaffDetailScreen), {
      paths: staffPaths,
    }),
  },
  reservation('detail', () =>
    import('#backoffice/reservation/screens/detail-screen.tsx').then((m) => m.ReservationDetailScreen),
  ),
  reservation('picker', () => import('#backoffice/reservation/screens/picker-screen.tsx').then((m) => m.PickerScreen)),
  reservation('done', () =>
    import('#backoffice/reservation/screens/done-screen.tsx').then((m) => m.ReservationDoneScreen),
  ),
  { path: privacyPaths.form, ...screen(() => privacy().then((m) => m.PrivacyScreen), { paths: privacyPaths }) },
  { path: privacyPaths.done, ...screen(() => privacy().then((m) => m.PrivacyDoneScreen), { paths: privacyPaths }) },
  {
    path: personPaths.search,
    ...screen(() => import('#backoffice/person-data/search-screen.tsx').then((m) => m.PersonSearchScreen), {
      paths: personPaths,
    }),
  },
  {
    path: personPaths.person,
    ...screen(() => import('#backoffice/person-data/person-screen.tsx').then((m) => m.PersonScreen), {
      paths: personPaths,
    }),
  },
  {
    path: patternPaths.list,
    ...screen(() => import('#backoffice/csv-patterns/list-screen.tsx').then((m) => m.PatternListScreen), {
      paths: patternPaths,
    }),
  },
  {
    path: patternPaths.detail,
    ...screen(() => import('#backoffice/csv-patterns/detail-screen.tsx').then((m) => m.PatternDetailScreen), {
      paths: patternPaths,
    }),
  },
];

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

const examinee: RouteObject[] = [
  ...passwords,
  {
    path: top(':routeParam'),
    ...screen(() => import('#examinee/top/top-screen.tsx').then((m) => m.TopScreen), {
      entrances: { course: bookingPaths.course, insurance: bookingPaths.insurance, login: examineeLogin },
    }),
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
