// The address of every screen, and which of them each screen leads to.

import type { StaffPaths } from '#backoffice/accounts/staff/paths.ts';
import type { NoticePaths } from '#backoffice/day/notices/paths.ts';
import type { PersonPaths } from '#backoffice/people/disclosure/chosen.ts';
import type { ReservationPaths } from '#backoffice/reservations/detail/screens/paths.ts';
import type { FindPaths } from '#backoffice/reservations/find/paths.ts';
import type { FirstDayPaths } from '#backoffice/setup/first-day/paths.ts';
import type { BookingPaths } from '#examinee/paths.ts';
import type { CancelPaths } from '#examinee/reservations/cancel/cancel-screen.tsx';
import type { MyPagePaths } from '#examinee/reservations/my-page/my-page-screen.tsx';
import type { CoursePaths } from '#masters/courses/screens/chosen.ts';
import type { ExamineePaths } from '#web/examinee-shell.tsx';
import { masterPaths } from '#web/master-screens/master.ts';

export const LOGIN = '/AdminLogin';
export const OWN_ACCOUNT = '/StaffMe';
/** Where a set-up code becomes a password; a code's link leads there too. */
export const STAFF_SETUP = '/StaffSetup';
export const HOME = '/AdminReserveStatusCheck';
export const EXTRACTION = '/WIGA1';
export const INSTITUTION = '/MasterWIRKNUpdate';
export const CLOSED_DAYS = '/MasterWCALM';
export const CAPACITY = '/MasterWWKKR';
export const ACCESS_LOG = '/AccessLog';
export const FIND = '/Find';
export const FIRST_DAY = '/FirstDay';
export const PHONE_BOOKING = '/DeskBooking';
export const RECEPTION = '/Reception';
export const SLIPS = '/Slip';
export const NOTICE = '/Notice';
export const IMPROPER = '/UtilityError';

export const top = (routeParam: string) => `/CommonTop/${routeParam}`;
export const examineeLogin = (routeParam: string) => `/CommonLogin/${routeParam}`;
/** In mails (server/mail/unsubscribe-links.ts). */
export const unsubscribe = (routeParam: string, key: string) => `/CommonUnsubscribe/${routeParam}/${key}`;
/** In mails (server/mail/verify-links.ts), with a key behind it. */
export const verifyMail = (routeParam: string) => `/CommonVerifyMail/${routeParam}`;
export const myPage = '/CommonMyPage';

export const examineePaths: ExamineePaths = {
  top,
  login: examineeLogin,
  myPage,
  changePassword: '/CommonChangePassword',
  forgotten: '/CommonForgetPassword',
  office: LOGIN,
};

export const passwordPaths = {
  top,
  login: examineeLogin,
  myPage,
  passwordChanged: '/CommonChangePassword2',
  forgotten: examineePaths.forgotten,
  passwordReissued: '/CommonForgetPassword2',
};

export const bookingPaths: BookingPaths = {
  top,
  login: examineeLogin,
  insurance: '/CommonNewHealthInsurance',
  course: '/CommonSelectCourse',
  option: '/CommonSelectOption',
  calendar: '/CommonSelectCalender',
  input: '/CommonInputReserveInfo',
  confirm: '/CommonConfirmReserveInfo',
  result: '/CommonReserveResult',
  myPage,
  forgotPassword: passwordPaths.forgotten,
};

/** From the top page. */
export const topEntrances = { course: bookingPaths.course, insurance: bookingPaths.insurance, login: examineeLogin };

export const patternPaths = { home: HOME, list: '/CSVPatternList', detail: '/CSVPatternDetail' };

export const staffPaths: StaffPaths = { home: HOME, list: '/StaffList', detail: '/StaffDetail' };

export const reservationPaths: ReservationPaths = {
  home: HOME,
  list: EXTRACTION,
  detail: '/WIGA1Detail',
  person: '/PersonData',
  picker: '/WIGA1DetailCalender',
  done: '/WIGA1Detail2',
  listName: '受診者抽出',
  find: FIND,
  deskBooking: PHONE_BOOKING,
  reception: RECEPTION,
  slips: SLIPS,
};
export const receptionPaths = {
  home: HOME,
  reception: RECEPTION,
  detail: reservationPaths.detail,
  slips: SLIPS,
  notice: NOTICE,
};
export const noticePaths: NoticePaths = {
  home: HOME,
  list: `${NOTICE}List`,
  write: NOTICE,
  detail: `${NOTICE}Detail`,
  search: EXTRACTION,
  reservation: reservationPaths.detail,
};
export const privacyPaths = { home: HOME, form: '/Privacy', done: '/PrivacyDone' };
export const personPaths: PersonPaths = {
  home: HOME,
  search: '/PersonData',
  person: '/PersonDataDetail',
  reservation: reservationPaths.detail,
};
export const findPaths: FindPaths = {
  home: HOME,
  find: FIND,
  detail: reservationPaths.detail,
  search: EXTRACTION,
  booking: PHONE_BOOKING,
};
export const extractionPaths = {
  home: HOME,
  list: EXTRACTION,
  detail: reservationPaths.detail,
  slips: SLIPS,
  notice: NOTICE,
  top,
};

export const myPagePaths: MyPagePaths = {
  booking: bookingPaths,
  detail: '/CommonReserveDetail',
  cancel: '/CommonConfirmCancel',
  changePassword: examineePaths.changePassword,
};
export const cancelPaths: CancelPaths = { myPage, done: '/CommonConfirmCancel2' };

export const institutionPaths = { home: HOME, done: `${INSTITUTION}Done` };
export const coursePaths: CoursePaths = {
  ...masterPaths('/MasterWIRKS', HOME),
  items: '/MasterWIRKM',
  frames: '/MasterWKSWK',
  prices: '/MasterWRKKS',
  options: '/MasterWRKOP',
  fiscalYear: '/MasterWIRKSBulk',
  copy: '/MasterWIRKSCopy',
};
export const closedDays = { home: HOME, month: CLOSED_DAYS, bulk: `${CLOSED_DAYS}Bulk`, notice: NOTICE };
export const capacity = { home: HOME, month: CAPACITY, bulk: `${CAPACITY}Bulk`, notice: NOTICE };

export const firstDayPaths: FirstDayPaths = {
  home: HOME,
  guide: FIRST_DAY,
  own: OWN_ACCOUNT,
  sheet: '/FirstDayQr',
  steps: {
    institution: INSTITUTION,
    timeSlots: '/MasterWTMZNList',
    frames: '/MasterWWAKUList',
    examItems: '/MasterWKKMMList',
    options: '/MasterWOPBRList',
    clients: '/MasterWJGYOList',
    courses: coursePaths.list,
    closedDays: closedDays.bulk,
    capacity: capacity.bulk,
    mails: '/MasterWMAILList',
    staff: staffPaths.list,
  },
};
