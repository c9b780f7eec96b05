// The phone booking: staff book for whoever has called, or change a reservation for them.
import { caller } from '#backoffice/shared/contract-person.ts';
import {
  birthDate,
  bookedOptions,
  categoryCode,
  chosenOptions,
  course,
  courseCode,
  fiscalYear,
  optionGroups,
  priceDisplay,
  requestId,
  requireEntries,
  sex,
  sumAmount,
} from '#wire/booking.ts';
import { monthFields } from '#wire/calendar.ts';
import { officeCalls } from '#wire/call.ts';
import { asWords, BOOKING_METHOD, MAIL_KIND, MANAGED_BY, ORIGIN, RESERVATION_STATUS, YES } from '#wire/choices.ts';
import { date } from '#wire/dates.ts';
import { choice, flag, ifSent, integer, many, orNone, versionAnswered, versionSent } from '#wire/fields.ts';
import { columns, list, record } from '#wire/record.ts';
import { digits, text } from '#wire/texts.ts';

const { read, steps } = officeCalls('Desk', { least: 'reception' });

const clientCode = digits('jgcd', 'クライアント', { required: true, exact: 8 });
/** 0 = none. */
const number = (code: string, label: string) => integer(code, label, { max: 999_999_999, empty: 0 });
const replaces = number('choiceUkno', '変更する予約の番号');
const startTime = text('sthm', '受付時間');
const count = (code: string, label: string) => integer(code, label, { max: 99_999 });

export const openPhoneBooking = read('BookingFirstDisplay', {
  log: { act: 'look', subject: ({ personOf, replaces }) => String(replaces || personOf), note: '電話予約' },
  request: record({ personOf: number('ukno', 'この予約の受診者'), replaces }),
  failures: { Refused: 14 },
  reply: record({
    /** Usable ones, individuals first; of a change its own too. */
    clients: list('jgyoList', 'クライアント', {
      clientCode: text('jgcd', 'クライアントコード'),
      name: text('jgnm', '名称'),
      hasCategories: flag('hasHfkb', '対象者区分あり', YES),
    }),
    categories: list('hfkbList', '対象者区分', {
      clientCode: text('jgcd', 'クライアントコード'),
      categoryCode: text('hfkb', '対象者区分コード'),
      name: text('kbnm', '対象者区分名'),
    }),
    years: many('nendList', '年度', integer('nendList', '年度', { max: 9999 })),
    canRaise: flag('canRaise', '枠を増やせる', YES),
    ...caller,
    /** Of the person's last reservation, or of the one that is changed. */
    clientCode: text('jgcd', 'クライアント'),
    categoryCode,
    /** The rest is of the reservation that is changed; 0 and empty where there is none. */
    replaces,
    fiscalYear: integer('nend', '年度', { max: 9999, empty: 0 }),
    courseCode: text('kscd', 'コースコード'),
    courseName: text('ksnm', 'コース名'),
    options: bookedOptions,
    optionNames: many('opnms', 'オプション', text('opnms', 'オプション')),
    visitDate: orNone(date('reserveDate', '受診日'), ''),
    slotCode: text('reserveTmzn', '受付時間'),
    startTime,
    status: orNone(choice('statusCode', '予約状況', RESERVATION_STATUS), ''),
    /** It stays on the my page on which it stands, whatever the address. */
    hasAccount: flag('hasAccount', 'マイページあり', YES),
    ...versionAnswered,
  }),
});

const asked = {
  clientCode,
  fiscalYear,
  categoryCode,
  sex,
  birthDate,
  courseCode: text('kscd', 'コースコード', { max: 4 }),
  visitDate: orNone(date('reserveDate', '受診日'), ''),
  replaces,
};

/** Private and outside of its registration period may be booked at the desk; the others do not fit the person. */
const COURSE_STATE = { ...asWords('ok', 'private', 'period', 'sex', 'age', 'unfit'), category: 'hfkb' } as const;

export const offerForPhoneBooking = read('BookingOffer', {
  request: record(asked),
  failures: { Refused: 14 },
  reply: record({
    ...priceDisplay,
    courses: list('courseList', 'コース', {
      ...course.fields,
      state: choice('state', '予約の可否', COURSE_STATE),
      registrationFrom: date('stdy', '登録期間の開始日'),
      registrationTo: date('eddy', '登録期間の終了日'),
    }),
    groups: optionGroups,
    /** What is sent before visits, empty where nothing is; and by which: codes of courses, of options with their groups before them. */
    sendingName: text('hsnm', '発送物の呼び名'),
    sendingParts: many('hsfgList', '送るもの', text('hsfgList', '送るもの')),
    /** As the course's conditions are checked; none while the birth date is not known. */
    age: orNone(integer('age', '年齢', { max: 999 }), ''),
    ageDate: orNone(date('ageDate', '年齢を数える日'), ''),
  }),
});

/** Full: for one more, a manager may raise it. None: a frame that is needed has no capacity there. */
const SLOT_STATE = asWords('open', 'full', 'none');
const DAY_STATE = { ...SLOT_STATE, ...asWords('closed', 'holiday', 'past', 'outside') };

export const frameInSlot = record({
  date: date('date', '日付'),
  slotCode: text('tmzn', '受付時間コード'),
  frameCode: text('waku', '予約枠コード'),
  name: text('wknm', '予約枠名'),
  /** In which the frame is counted: ZZ for one of a whole day. */
  placeSlotCode: text('wakuTmzn', '枠の受付時間コード'),
  capacity: count('cnt1', '枠数'),
  taken: count('takenCount', '予約数'),
  quantity: count('quantity', '必要数'),
});

export const openPhoneBookingCalendar = read('BookingCalender', {
  /** Year 0 and month 0: the first month with room, of a change its own. */
  request: record({
    ...asked,
    options: chosenOptions,
    year: integer('calenderYear', '年', { max: 9999, empty: 0 }),
    month: integer('calenderMonth', '月', { max: 12, empty: 0 }),
  }),
  failures: { Refused: 14 },
  reply: record({
    ...monthFields,
    choose: choice('krkb', '選ぶもの', MANAGED_BY),
    /** Desired: what is not confirmed takes no place, and may be booked where it is full. */
    method: choice('caln', '予約方法', BOOKING_METHOD),
    /** How many days ahead examinees may book, for what is said of days outside. */
    bookableFromDays: integer('stdy', '予約可能期間の開始', { max: 999 }),
    bookableToDays: integer('eddy', '予約可能期間の終了', { max: 999 }),
    days: list('dayList', '日', {
      date: date('date', '日付'),
      state: choice('state', '予約の可否', DAY_STATE),
      left: count('left', '残り'),
      /** No examinee could book it. */
      isCare: flag('isCare', 'Webでは予約できない日', YES),
    }),
    /** Of a whole day where no time is chosen: ZZ. */
    slots: list('slotList', '受付時間', {
      date: date('date', '日付'),
      slotCode: text('tmzn', '受付時間コード'),
      startTime,
      state: choice('state', '予約の可否', SLOT_STATE),
      left: count('left', '残り'),
    }),
    frames: list('frameList', '満員の枠', frameInSlot),
  }),
});

export const findMailOwner = read('MailOwner', {
  log: { act: 'look', note: 'メールアドレスの持ち主' },
  request: record({
    mail: caller.mail,
    familyKana: caller.familyKana,
    givenKana: caller.givenKana,
    birthDate,
  }),
  reply: record({
    owner: choice('owner', 'マイページの持ち主', { none: 'none', self: 'self', other: 'other' }),
    name: text('name', '氏名'),
  }),
});

const raisedCell = record({
  frameCode: text('waku', '予約枠コード', { max: 4 }),
  slotCode: text('tmzn', '受付時間コード', { max: 2 }),
  capacity: integer('cnt1', '増やす前の枠数', { max: 99_999 }),
});

export const raisedCells = columns('増やす枠', raisedCell, {
  frameCode: 'raiseWaku',
  slotCode: 'raiseTmzn',
  capacity: 'raiseCnt1',
});

/** The person and the choices as the page holds them; the server adds that a category is missing. */
const draft = {
  ...caller,
  clientCode,
  fiscalYear,
  categoryCode: orNone(text('inputHfkb', '対象者区分', { max: 2 }), 'Z'),
  courseCode,
  conditionCode: text('courseJkcd', '料金の条件コード', { max: 2 }),
  options: bookedOptions,
  visitDate: date('reserveDate', '受診日'),
  slotCode: text('reserveTmzn', '受付時間', { required: true, max: 2 }),
  total: orNone(sumAmount('sumGkgk', '合計金額'), ''),
};

const STAFF_ORIGIN = { phone: ORIGIN.phone, counter: ORIGIN.counter };

/** In a change, a number or memo that is not sent goes along from the reservation before. */
export const reserveByPhone = steps('Reserve', {
  log: { act: 'change', isOwn: true },
  request: record(
    {
      ...draft,
      patientNumber: ifSent(caller.patientNumber),
      staffMemo: ifSent(caller.staffMemo),
      status: choice('statusCode', '予約状況', { confirmed: '23', new: '21', changed: '22' }),
      /** Of a new one; left out, by telephone. */
      origin: ifSent(choice('ykrt', '予約経路', STAFF_ORIGIN)),
      sendMail: flag('isSendMail', '予約内容のメールを送る', YES, { empty: false }),
      /** Whether it shows on the my page of whoever else has the address; null where nobody was asked. */
      onTheirPage: orNone(choice('acct', 'マイページへの表示', { shown: '1', hidden: '0' }), ''),
      replaces,
      ...versionSent,
      raise: flag('raise', '枠を増やす', YES, { empty: false }),
      raised: raisedCells,
      requestId,
    },
    requireEntries(draft, 'desk'),
  ),
  failures: { Refused: 14, DayClosed: 14, NoLongerChangeable: 14 },
  reply: record({
    number: integer('ukno', '予約番号', { max: 999_999_999 }),
    status: choice('statusCode', '予約状況', RESERVATION_STATUS),
    isAccountOpened: flag('isAccountOpened', 'マイページを開いた', YES),
    mailKinds: many('mailKinds', '送るメール', choice('mailKinds', '送るメール', MAIL_KIND)),
  }),
});
