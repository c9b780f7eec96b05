// The screens of the back office.
import { type ComponentType, createElement } from 'react';
import type { RouteObject } from 'react-router';
import { COURSES, MASTERS, type MasterAddresses, OFFICE } from '#web/addresses.ts';
import type { AnyMaster } from '#web/master-screens/master.ts';
import { screen } from './open-wing.tsx';

const at = (path: string, load: () => Promise<ComponentType>): RouteObject => ({ path, ...screen(load) });

function master(addresses: MasterAddresses, load: () => Promise<{ master: AnyMaster }>): RouteObject[] {
  const edit = () => import('#web/master-screens/edit-screens.tsx');
  const list = () => import('#web/master-screens/list-screen.tsx');
  // biome-ignore lint/suspicious/noExplicitAny: the master's own types were checked where it was defined
  const of = async (kit: Promise<ComponentType<any>>, more: object = {}) => {
    const [Screen, { master }] = await Promise.all([kit, load()]);
    return () => createElement(Screen, { master, ...more });
  };
  const done = (what: 'updated' | 'registered') => {
    const kit = import('#web/master-screens/done-screen.tsx').then((m) => m.DoneScreen);
    return of(kit, { what });
  };
  return [
    at(addresses.list, () => of(list().then((kit) => kit.ListScreen))),
    at(addresses.detail, () => of(edit().then((kit) => kit.DetailScreen))),
    at(addresses.register, () => of(edit().then((kit) => kit.RegisterScreen))),
    at(addresses.updated, () => done('updated')),
    at(addresses.registered, () => done('registered')),
  ];
}

const institution = () => import('#masters/institution/institution-screen.tsx');

const privacy = () => import('#backoffice/people/privacy/privacy-screen.tsx');

const courses = () => import('#masters/courses/screens/edit-screens.tsx');

export const office: RouteObject[] = [
  at(OFFICE.home, () => import('#backoffice/day/status/status-screen.tsx').then((m) => m.StatusScreen)),
  at(OFFICE.firstDay, () => import('#backoffice/setup/first-day/first-day-screen.tsx').then((m) => m.FirstDayScreen)),
  at(OFFICE.sheet, () => import('#backoffice/setup/first-day/sheet-screen.tsx').then((m) => m.SheetScreen)),
  at(OFFICE.institution, () => institution().then((m) => m.InstitutionScreen)),
  at(OFFICE.institutionDone, () => institution().then((m) => m.InstitutionDoneScreen)),
  at(OFFICE.closedDays, () => import('#masters/closed-days/closed-days-screen.tsx').then((m) => m.ClosedDaysScreen)),
  at(OFFICE.closedDaysBulk, () =>
    import('#masters/closed-days/closed-days-bulk-screen.tsx').then((m) => m.ClosedDaysBulkScreen),
  ),
  at(OFFICE.extraction, () =>
    import('#backoffice/reservations/search/extraction-screen.tsx').then((m) => m.ExtractionScreen),
  ),
  at(OFFICE.find, () => import('#backoffice/reservations/find/find-screen.tsx').then((m) => m.FindScreen)),
  at(OFFICE.phoneBooking, () =>
    import('#backoffice/reservations/phone-booking/phone-booking-screen.tsx').then((m) => m.PhoneBookingScreen),
  ),
  at(OFFICE.reception, () => import('#backoffice/day/reception/reception-screen.tsx').then((m) => m.ReceptionScreen)),
  at(OFFICE.roomList, () => import('#backoffice/day/reception/rooms-screen.tsx').then((m) => m.RoomsScreen)),
  at(OFFICE.slips, () => import('#backoffice/day/slips/slip-screen.tsx').then((m) => m.SlipScreen)),
  at(OFFICE.sendings, () => import('#backoffice/day/sendings/sendings-screen.tsx').then((m) => m.SendingsScreen)),
  at(OFFICE.labels, () => import('#backoffice/day/labels/label-screen.tsx').then((m) => m.LabelScreen)),
  at(OFFICE.notices, () => import('#backoffice/day/notices/list-screen.tsx').then((m) => m.NoticeListScreen)),
  at(OFFICE.newNotice, () => import('#backoffice/day/notices/notice-screen.tsx').then((m) => m.NoticeScreen)),
  at(OFFICE.notice, () => import('#backoffice/day/notices/detail-screen.tsx').then((m) => m.NoticeDetailScreen)),
  at(OFFICE.accessLog, () =>
    import('#backoffice/accounts/access-log/access-log-screen.tsx').then((m) => m.AccessLogScreen),
  ),
  at(OFFICE.account, () =>
    import('#backoffice/accounts/own-account/own-account-screen.tsx').then((m) => m.OwnAccountScreen),
  ),
  ...master(MASTERS.clients, () => import('#masters/clients/master.tsx')),
  ...master(MASTERS.categories, () => import('#masters/categories/master.tsx')),
  ...master(MASTERS.examItems, () => import('#masters/exam-items/master.tsx')),
  ...master(MASTERS.optionGroups, () => import('#masters/option-groups/master.tsx')),
  ...master(MASTERS.optionItems, () => import('#masters/option-items/master.tsx')),
  ...master(MASTERS.frames, () => import('#masters/frames/master.tsx')),
  ...master(MASTERS.timeSlots, () => import('#masters/time-slots/master.tsx')),
  at(COURSES.list, () => import('#masters/courses/screens/list-screen.tsx').then((m) => m.CourseListScreen)),
  at(COURSES.detail, () => courses().then((m) => m.CourseDetailScreen)),
  at(COURSES.updated, () => courses().then((m) => m.CourseUpdatedScreen)),
  at(COURSES.register, () => courses().then((m) => m.CourseRegisterScreen)),
  at(COURSES.registered, () => courses().then((m) => m.CourseRegisteredScreen)),
  at(COURSES.items, () => import('#masters/courses/screens/items-screen.tsx').then((m) => m.ItemsScreen)),
  at(COURSES.frames, () => import('#masters/courses/screens/frames-screen.tsx').then((m) => m.FramesScreen)),
  at(COURSES.prices, () => import('#masters/courses/screens/prices-screen.tsx').then((m) => m.PricesScreen)),
  at(COURSES.options, () => import('#masters/courses/screens/options-screen.tsx').then((m) => m.OptionsScreen)),
  at(COURSES.fiscalYear, () =>
    import('#masters/courses/screens/fiscal-year-screen.tsx').then((m) => m.FiscalYearScreen),
  ),
  at(COURSES.copy, () => import('#masters/courses/screens/copy-screen.tsx').then((m) => m.CourseCopyScreen)),
  at(OFFICE.capacity, () => import('#masters/capacity/capacity-screen.tsx').then((m) => m.CapacityScreen)),
  at(OFFICE.capacityBulk, () => import('#masters/capacity/capacity-bulk-screen.tsx').then((m) => m.CapacityBulkScreen)),
  ...master(MASTERS.mails, () => import('#masters/mail-templates/master.tsx')),
  at(OFFICE.staff, () => import('#backoffice/accounts/staff/list-screen.tsx').then((m) => m.StaffListScreen)),
  at(OFFICE.staffAccount, () =>
    import('#backoffice/accounts/staff/detail-screen.tsx').then((m) => m.StaffDetailScreen),
  ),
  at(OFFICE.reservation, () =>
    import('#backoffice/reservations/detail/screens/detail-screen.tsx').then((m) => m.ReservationDetailScreen),
  ),
  at(OFFICE.picker, () =>
    import('#backoffice/reservations/detail/screens/picker-screen.tsx').then((m) => m.PickerScreen),
  ),
  at(OFFICE.reservationDone, () =>
    import('#backoffice/reservations/detail/screens/done-screen.tsx').then((m) => m.ReservationDoneScreen),
  ),
  at(OFFICE.privacy, () => privacy().then((m) => m.PrivacyScreen)),
  at(OFFICE.privacyDone, () => privacy().then((m) => m.PrivacyDoneScreen)),
  at(OFFICE.people, () => import('#backoffice/people/disclosure/search-screen.tsx').then((m) => m.PersonSearchScreen)),
  at(OFFICE.person, () => import('#backoffice/people/disclosure/person-screen.tsx').then((m) => m.PersonScreen)),
  at(OFFICE.patterns, () => import('#backoffice/files/csv-patterns/list-screen.tsx').then((m) => m.PatternListScreen)),
  at(OFFICE.pattern, () =>
    import('#backoffice/files/csv-patterns/detail-screen.tsx').then((m) => m.PatternDetailScreen),
  ),
];
