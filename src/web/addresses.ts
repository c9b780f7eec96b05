// Where every screen is: the one place that knows paths, and what an address says besides.
import type { BookingStep } from '#domain/reservation/booking-steps.ts';
import { RESERVATION_KEY } from '#wire/reservation-key.ts';

export const OFFICE = {
  login: '/AdminLogin',
  /** Where a set-up code becomes a password; a code's link leads there too. */
  setup: '/StaffSetup',
  account: '/StaffMe',
  home: '/AdminReserveStatusCheck',
  extraction: '/WIGA1',
  reservation: '/WIGA1Detail',
  picker: '/WIGA1DetailCalender',
  reservationDone: '/WIGA1Detail2',
  find: '/Find',
  phoneBooking: '/DeskBooking',
  reception: '/Reception',
  roomList: '/RoomList',
  slips: '/Slip',
  sendings: '/Sending',
  labels: '/Label',
  notices: '/NoticeList',
  newNotice: '/Notice',
  notice: '/NoticeDetail',
  patterns: '/CSVPatternList',
  pattern: '/CSVPatternDetail',
  firstDay: '/FirstDay',
  sheet: '/FirstDayQr',
  staff: '/StaffList',
  staffAccount: '/StaffDetail',
  accessLog: '/AccessLog',
  privacy: '/Privacy',
  privacyDone: '/PrivacyDone',
  people: '/PersonData',
  person: '/PersonDataDetail',
  institution: '/MasterWIRKNUpdate',
  institutionDone: '/MasterWIRKNUpdateDone',
  closedDays: '/MasterWCALM',
  closedDaysBulk: '/MasterWCALMBulk',
  capacity: '/MasterWWKKR',
  capacityBulk: '/MasterWWKKRBulk',
} as const;

export const logInFor = ({ pathname, search }: Pick<URL, 'pathname' | 'search'>) =>
  pathname === OFFICE.home ? OFFICE.login : `${OFFICE.login}?${new URLSearchParams({ next: `${pathname}${search}` })}`;

/** Where one goes on to: to nothing but a page of this service. */
export function afterLogIn(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return /^\/(?![/\\])/.test(next) ? next : OFFICE.home;
}

const ofReservation = (path: string) => (number: number) => `${path}?${RESERVATION_KEY}=${number}`;

export const reservationAt = ofReservation(OFFICE.reservation);
export const pickerAt = ofReservation(OFFICE.picker);
export const reservationDoneAt = ofReservation(OFFICE.reservationDone);
export const slipAt = ofReservation(OFFICE.slips);
/** The person is the reservation's: no name, and no birth date, stands in an address. */
export const personAt = ofReservation(OFFICE.person);

export const noticeAt = (noticeId: string) => `${OFFICE.notice}?noticeId=${noticeId}`;

const masterAt = (base: string) => ({
  base,
  list: `${base}List`,
  detail: `${base}Detail`,
  updated: `${base}DetailUpdate`,
  register: `${base}Register`,
  registered: `${base}RegisterDone`,
});

export type MasterAddresses = ReturnType<typeof masterAt>;

export const MASTERS = {
  clients: masterAt('/MasterWJGYO'),
  categories: masterAt('/MasterWHFKB'),
  examItems: masterAt('/MasterWKKMM'),
  optionGroups: masterAt('/MasterWOPBR'),
  optionItems: masterAt('/MasterWOPKM'),
  frames: masterAt('/MasterWWAKU'),
  timeSlots: masterAt('/MasterWTMZN'),
  mails: masterAt('/MasterWMAIL'),
};

export const COURSES = {
  ...masterAt('/MasterWIRKS'),
  items: '/MasterWIRKM',
  frames: '/MasterWKSWK',
  prices: '/MasterWRKKS',
  options: '/MasterWRKOP',
  fiscalYear: '/MasterWIRKSBulk',
  copy: '/MasterWIRKSCopy',
};

export const EXAMINEE = {
  top: (routeParam: string) => `/CommonTop/${routeParam}`,
  login: (routeParam: string) => `/CommonLogin/${routeParam}`,
  /** In mails (server/mail/mail-consent.ts). */
  unsubscribe: (routeParam: string, key: string) => `/CommonUnsubscribe/${routeParam}/${key}`,
  /** In mails (server/mail/verify-links.ts), with a key behind it. */
  verifyMail: (routeParam: string) => `/CommonVerifyMail/${routeParam}`,
  myPage: '/CommonMyPage',
  reservation: '/CommonReserveDetail',
  cancel: '/CommonConfirmCancel',
  cancelled: '/CommonConfirmCancel2',
  changePassword: '/CommonChangePassword',
  passwordChanged: '/CommonChangePassword2',
  forgotten: '/CommonForgetPassword',
  passwordReissued: '/CommonForgetPassword2',
  improper: '/UtilityError',
} as const;

export const ownReservationAt = ofReservation(EXAMINEE.reservation);

export const STEPS: Readonly<Record<BookingStep | 'result', string>> = {
  insurance: '/CommonNewHealthInsurance',
  course: '/CommonSelectCourse',
  option: '/CommonSelectOption',
  calendar: '/CommonSelectCalender',
  input: '/CommonInputReserveInfo',
  confirm: '/CommonConfirmReserveInfo',
  result: '/CommonReserveResult',
};
