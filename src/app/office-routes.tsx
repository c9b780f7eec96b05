// The screens of the back office.
import { type ComponentType, createElement } from 'react';
import type { RouteObject } from 'react-router';
import type { NoticePaths } from '#backoffice/day/notices/paths.ts';
import type { ReservationPaths } from '#backoffice/reservations/detail/screens/paths.ts';
import { useBackLink } from '#backoffice/shared/back-link.ts';
import type { CoursePaths } from '#masters/courses/screens/chosen.ts';
import { type AnyMaster, masterPaths } from '#web/master-screens/master.ts';
import {
  ACCESS_LOG,
  capacity,
  closedDays,
  coursePaths,
  EXTRACTION,
  extractionPaths,
  FIND,
  findPaths,
  firstDayPaths,
  HOME,
  INSTITUTION,
  institutionPaths,
  noticePaths,
  OWN_ACCOUNT,
  PHONE_BOOKING,
  patternPaths,
  personPaths,
  privacyPaths,
  RECEPTION,
  receptionPaths,
  reservationPaths,
  SLIPS,
  staffPaths,
} from './addresses.ts';
import { screen } from './screen.ts';

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

const institution = () => import('#masters/institution/institution-screen.tsx');

const privacy = () => import('#backoffice/people/privacy/privacy-screen.tsx');

const courses = () => import('#masters/courses/screens/edit-screens.tsx');

function course(name: keyof CoursePaths, load: () => Promise<ComponentType<{ paths: CoursePaths }>>): RouteObject {
  return { path: coursePaths[name], ...screen(load, { paths: coursePaths }) };
}

function reservation(
  name: keyof ReservationPaths,
  load: () => Promise<ComponentType<{ paths: ReservationPaths }>>,
): RouteObject {
  // With the way back to the list that has found it.
  const withWayBack = async () => {
    const Screen = await load();
    return () => createElement(Screen, { paths: useBackLink(reservationPaths) });
  };
  return { path: reservationPaths[name], ...screen(withWayBack) };
}

function notice(
  name: 'list' | 'write' | 'detail',
  load: () => Promise<ComponentType<{ paths: NoticePaths }>>,
): RouteObject {
  return { path: noticePaths[name], ...screen(load, { paths: noticePaths }) };
}

/** The extraction with what other errands do to its rows. */
async function extraction() {
  const [{ ExtractionScreen }, { DownloadBar }, { BulkConfirm }] = await Promise.all([
    import('#backoffice/reservations/search/extraction-screen.tsx'),
    import('#backoffice/files/csv-patterns/download-bar.tsx'),
    import('#backoffice/reservations/confirm/bulk-confirm.tsx'),
  ]);
  return () => createElement(ExtractionScreen, { paths: extractionPaths, DownloadBar, BulkConfirm });
}

/** With the guide through the first day, and the address that is handed out. */
async function status() {
  const [{ StatusScreen }, { TopGuide }, { AddressPanel }] = await Promise.all([
    import('#backoffice/day/status/status-screen.tsx'),
    import('#backoffice/setup/first-day/top-guide.tsx'),
    import('#backoffice/setup/first-day/address-panel.tsx'),
  ]);
  const paths = {
    search: EXTRACTION,
    reception: RECEPTION,
    detail: reservationPaths.detail,
    privacy: privacyPaths.form,
    firstDay: firstDayPaths.guide,
    sheet: firstDayPaths.sheet,
  };
  const Guide = (place: { isReady: boolean; newness: string }) =>
    createElement(TopGuide, { paths: firstDayPaths, ...place });
  return () => createElement(StatusScreen, { paths, Guide, AddressPanel });
}

/** With the part about second factors, which is an errand of its own. */
async function ownAccount() {
  const [{ OwnAccountScreen }, { TwoFactorSection }] = await Promise.all([
    import('#backoffice/accounts/own-account/own-account-screen.tsx'),
    import('#backoffice/accounts/two-factor/two-factor-section.tsx'),
  ]);
  return () => createElement(OwnAccountScreen, { paths: { home: HOME }, TwoFactorSection });
}

export const office: RouteObject[] = [
  {
    path: HOME,
    ...screen(status),
  },
  {
    path: firstDayPaths.guide,
    ...screen(() => import('#backoffice/setup/first-day/first-day-screen.tsx').then((m) => m.FirstDayScreen), {
      paths: firstDayPaths,
    }),
  },
  {
    path: firstDayPaths.sheet,
    ...screen(() => import('#backoffice/setup/first-day/sheet-screen.tsx').then((m) => m.SheetScreen), {
      paths: firstDayPaths,
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
    path: FIND,
    ...screen(() => import('#backoffice/reservations/find/find-screen.tsx').then((m) => m.FindScreen), {
      paths: findPaths,
    }),
  },
  {
    path: PHONE_BOOKING,
    ...screen(
      () => import('#backoffice/reservations/phone-booking/phone-booking-screen.tsx').then((m) => m.PhoneBookingScreen),
      {
        paths: reservationPaths,
      },
    ),
  },
  {
    path: RECEPTION,
    ...screen(() => import('#backoffice/day/reception/reception-screen.tsx').then((m) => m.ReceptionScreen), {
      paths: receptionPaths,
    }),
  },
  {
    path: SLIPS,
    ...screen(() => import('#backoffice/day/slips/slip-screen.tsx').then((m) => m.SlipScreen), {
      paths: { home: HOME },
    }),
  },
  notice('list', () => import('#backoffice/day/notices/list-screen.tsx').then((m) => m.NoticeListScreen)),
  notice('write', () => import('#backoffice/day/notices/notice-screen.tsx').then((m) => m.NoticeScreen)),
  notice('detail', () => import('#backoffice/day/notices/detail-screen.tsx').then((m) => m.NoticeDetailScreen)),
  {
    path: ACCESS_LOG,
    ...screen(() => import('#backoffice/accounts/access-log/access-log-screen.tsx').then((m) => m.AccessLogScreen), {
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
  course('copy', () => import('#masters/courses/screens/copy-screen.tsx').then((m) => m.CourseCopyScreen)),
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
    ...screen(() => import('#backoffice/accounts/staff/list-screen.tsx').then((m) => m.StaffListScreen), {
      paths: staffPaths,
    }),
  },
  {
    path: staffPaths.detail,
    ...screen(() => import('#backoffice/accounts/staff/detail-screen.tsx').then((m) => m.StaffDetailScreen), {
      paths: staffPaths,
    }),
  },
  reservation('detail', () =>
    import('#backoffice/reservations/detail/screens/detail-screen.tsx').then((m) => m.ReservationDetailScreen),
  ),
  reservation('picker', () =>
    import('#backoffice/reservations/detail/screens/picker-screen.tsx').then((m) => m.PickerScreen),
  ),
  reservation('done', () =>
    import('#backoffice/reservations/detail/screens/done-screen.tsx').then((m) => m.ReservationDoneScreen),
  ),
  { path: privacyPaths.form, ...screen(() => privacy().then((m) => m.PrivacyScreen), { paths: privacyPaths }) },
  { path: privacyPaths.done, ...screen(() => privacy().then((m) => m.PrivacyDoneScreen), { paths: privacyPaths }) },
  {
    path: personPaths.search,
    ...screen(() => import('#backoffice/people/disclosure/search-screen.tsx').then((m) => m.PersonSearchScreen), {
      paths: personPaths,
    }),
  },
  {
    path: personPaths.person,
    ...screen(() => import('#backoffice/people/disclosure/person-screen.tsx').then((m) => m.PersonScreen), {
      paths: personPaths,
    }),
  },
  {
    path: patternPaths.list,
    ...screen(() => import('#backoffice/files/csv-patterns/list-screen.tsx').then((m) => m.PatternListScreen), {
      paths: patternPaths,
    }),
  },
  {
    path: patternPaths.detail,
    ...screen(() => import('#backoffice/files/csv-patterns/detail-screen.tsx').then((m) => m.PatternDetailScreen), {
      paths: patternPaths,
    }),
  },
];
