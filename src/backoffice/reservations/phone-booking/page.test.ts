// The page's own rules: what falls with a choice, what is asked when, what is warned of, what is raised, and what is sent.
import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { inThrees } from '#backoffice/shared/names.ts';
import { markupOf } from '#tests/kit/markup-of.ts';
import { describeMails } from '../done-panel.tsx';
import { raisedCells, raiseRows, raiseSentence } from '../raise-list.tsx';
import { findUnchosen, makeBooking, warningsFor } from './booking.ts';
import { callerForm, type Opening, startOf } from './caller-form.ts';
import {
  atCounter,
  beginWith,
  type Choices,
  chooseClient,
  chooseCourse,
  chooseDay,
  chooseSlot,
  chooseYear,
  type Frame,
  fullBy,
  isMonthInRange,
  monthRangeOf,
  type PhoneBookingMonth,
} from './choices.ts';
import {
  askMonth,
  askOffer,
  askOwner,
  type CourseRow,
  changeGroup,
  chosenCourse,
  chosenOptions,
  inOrder,
  nameOfSending,
  type Offer,
  totalOf,
  writePrice,
} from './course-offer.ts';
import { isSlotChoosable, SlotList } from './slot-list.tsx';
import { liveVisit } from './use-phone-booking-state.ts';
import { doneButtons } from './use-reserve.ts';

const SOCIETY = '00000012';
const INDIVIDUAL = '99999999';

const opening = (change: Partial<Opening> = {}): Opening =>
  ({
    clients: [
      { clientCode: INDIVIDUAL, name: '個人', hasCategories: false },
      { clientCode: SOCIETY, name: '東丘精機健康保険組合', hasCategories: true },
    ],
    categories: [{ clientCode: SOCIETY, categoryCode: '01', name: '本人' }],
    years: [2026, 2027],
    canRaise: false,
    ...Object.fromEntries(Object.entries(callerForm.blank).map(([name, value]) => [name, value])),
    birthDate: null,
    sex: null,
    clientCode: INDIVIDUAL,
    categoryCode: null,
    replaces: 0,
    fiscalYear: 0,
    courseCode: '',
    courseName: '',
    options: [],
    optionNames: [],
    visitDate: null,
    slotCode: '',
    startTime: '',
    status: null,
    version: '',
    ...change,
  }) as Opening;

const changed = opening({
  clientCode: SOCIETY,
  categoryCode: '01',
  replaces: 100_048_251,
  fiscalYear: 2026,
  courseCode: '0002',
  options: [{ groupCode: '0001', optionCode: '0003', conditionCode: '01' }],
  visitDate: '2026-11-18',
  slotCode: '03',
  startTime: '9:00',
  version: '7',
});

const row = (courseCode: string, state: CourseRow['state'] = 'ok'): CourseRow => ({
  courseCode,
  conditionCode: '01',
  name: `コース${courseCode}`,
  duration: '',
  amount: 9900,
  lowest: 9000,
  isFrom: false,
  state,
  registrationFrom: '2026-02-01',
  registrationTo: '2027-03-15',
});

const option = (optionCode: string, isInitial = false, amount = 5500) => ({
  optionCode,
  name: `オプション${optionCode}`,
  amount,
  lowest: amount,
  isFrom: false,
  conditionCode: '02',
  isInitial,
});

const offer: Offer = {
  pricesShown: true,
  taxDisplay: 'excluded',
  taxRounding: 'down',
  taxRate: 10,
  courses: [row('0001', 'category'), row('0002'), row('0003', 'private')],
  groups: [
    {
      groupCode: '0001',
      name: '胃の検査',
      description: '',
      selection: 'single',
      options: [option('0002', true, 0), option('0003')],
    },
    {
      groupCode: '0002',
      name: '血液',
      description: '',
      selection: 'multiple',
      options: [option('0011'), option('0012')],
    },
  ],
  age: 53,
  ageDate: '2027-03-31',
  sendingName: '検査キット',
  sendingParts: ['0003', '0002/0012'],
};

const person = { sex: 'female', birthDate: '1974-03-08' } as const;

describe('what stands there when the page opens', () => {
  test('an empty page begins with individuals and the current year', () => {
    expect(beginWith(opening())).toMatchObject({
      clientCode: INDIVIDUAL,
      fiscalYear: 2026,
      courseCode: '',
      visit: null,
      isConfirmed: true,
    });
  });

  test('for a person it begins with their last client, without a course', () => {
    expect(beginWith(opening({ clientCode: SOCIETY, categoryCode: '01' }))).toMatchObject({
      clientCode: SOCIETY,
      categoryCode: '01',
      courseCode: '',
    });
  });

  test('a client that is not offered any more gives way to the first', () => {
    const begun = beginWith(opening({ clientCode: '00000077', categoryCode: '05' }));
    expect(begun).toMatchObject({ clientCode: INDIVIDUAL, categoryCode: '' });
  });

  test('a change begins with all that it has', () => {
    expect(beginWith(changed)).toMatchObject({
      courseCode: '0002',
      optionKeys: ['0001/0003'],
      visit: { date: '2026-11-18', slot: { slotCode: '03', startTime: '9:00' } },
      month: null,
    });
  });

  test('for somebody at the counter it begins with today, by 窓口', () => {
    expect(atCounter(beginWith(opening()), '2026-11-18')).toMatchObject({
      origin: 'counter',
      visit: { date: '2026-11-18', slot: null },
      month: { year: 2026, month: 11 },
    });
    expect([beginWith(opening()).origin, beginWith(changed).origin]).toEqual(['phone', null]);
  });

  test('what another screen has typed stands over what is known, and no wish for invitations is taken over', () => {
    const draft = startOf(opening({ familyKana: 'サトウ', acceptsMail: true }), {
      familyKana: 'スズキ',
      birthDate: '1974-03-08',
      postalCode: '2310001',
    });
    expect(draft).toMatchObject({
      familyKana: 'スズキ',
      birthDate: '1974/03/08',
      postalCode1: '231',
      postalCode2: '0001',
      acceptsMail: false,
    });
  });
});

describe('what falls with a choice', () => {
  const chosen = beginWith(changed);

  test('another client has other courses, and the day may still do', () => {
    const next = chooseClient(chosen, INDIVIDUAL);
    expect(next).toMatchObject({ courseCode: '', optionKeys: null, categoryCode: '', visit: chosen.visit });
    expect(chooseClient(chosen, SOCIETY)).toBe(chosen);
  });

  test('another year has other days', () => {
    expect(chooseYear(chosen, 2027)).toMatchObject({ courseCode: '', visit: null, month: null });
  });

  test('another course begins with what the masters preset; the same one keeps what was chosen', () => {
    expect(chooseCourse(chosen, '0003').optionKeys).toBeNull();
    expect(chooseCourse(chosen, '0002').optionKeys).toEqual(['0001/0003']);
  });

  test('another day has times of its own', () => {
    expect(chooseDay(chosen, '2026-11-25').visit).toEqual({ date: '2026-11-25', slot: null });
    expect(chooseDay(chosen, '2026-11-18').visit).toEqual(chosen.visit);
    const slot = { date: '2026-11-25', slotCode: '02', startTime: '8:30', state: 'open', left: 1 } as const;
    expect(chooseSlot(chosen, slot).visit).toEqual({ date: '2026-11-25', slot: { slotCode: '02', startTime: '8:30' } });
  });
});

describe('courses and options', () => {
  test('courses that do not fit come last and cannot be chosen', () => {
    expect(inOrder(offer.courses).map(({ courseCode }) => courseCode)).toEqual(['0002', '0003', '0001']);
    expect(chosenCourse(offer, { courseCode: '0001' })).toBeNull();
    expect(chosenCourse(offer, { courseCode: '0003' })?.courseCode).toBe('0003');
  });

  test('before anybody has chosen, what the masters preset is chosen', () => {
    expect(chosenOptions(offer, null).map(({ key }) => key)).toEqual(['0001/0002']);
    expect(chosenOptions(offer, []).map(({ key }) => key)).toEqual([]);
    expect(chosenOptions(offer, ['0001/0003', '0009/0001']).map(({ key }) => key)).toEqual(['0001/0003']);
  });

  test('a choice inside a group leaves the others', () => {
    const before = chosenOptions(offer, ['0001/0003', '0002/0011']);
    expect(changeGroup(before, '0002', ['0011', '0012'])).toEqual(['0001/0003', '0002/0011', '0002/0012']);
  });

  test('the total is shown with tax, and as the least while it hangs on the person', () => {
    const options = chosenOptions(offer, ['0001/0003']);
    expect(totalOf(offer, [row('0002'), ...options])).toEqual({ sum: 15_400, payable: 16_940, isFrom: false });
    const vague = { ...row('0002'), isFrom: true };
    expect(totalOf(offer, [vague])).toEqual({ sum: 9000, payable: 9900, isFrom: true });
    expect(writePrice(offer, vague)).toBe('9,000円〜');
    expect(writePrice({ pricesShown: false }, vague)).toBe('');
  });
});

describe('what is asked when', () => {
  const choices = { ...beginWith(changed), month: { year: 2026, month: 12 } };
  const question = askOffer(choices, person, changed.replaces);

  test('courses are asked for with all that decides about them', () => {
    expect(question).toEqual({
      clientCode: SOCIETY,
      fiscalYear: 2026,
      categoryCode: '01',
      sex: 'female',
      birthDate: '1974-03-08',
      courseCode: '0002',
      visitDate: '2026-11-18',
      replaces: 100_048_251,
    });
  });

  test('the month is asked for with the options, but not for each day that is chosen in it', () => {
    const asked = askMonth(choices, question, { data: offer, answers: { ...question, visitDate: null } }, null);
    expect(asked).toMatchObject({
      visitDate: null,
      year: 2026,
      month: 12,
      options: [{ groupCode: '0001', optionCode: '0003', conditionCode: '02' }],
    });
  });

  test('while the offer is on its way the month stays as it was; without a course there is none', () => {
    const last = askMonth(choices, question, { data: offer, answers: question }, null);
    const older = { ...question, sex: null };
    expect(askMonth(choices, question, { data: offer, answers: older }, last)).toBe(last);
    expect(askMonth({ ...choices, courseCode: '' }, question, { data: offer, answers: question }, last)).toBeNull();
    const unfit = { ...question, courseCode: '0001' };
    expect(askMonth({ ...choices, courseCode: '0001' }, unfit, { data: offer, answers: unfit }, last)).toBeNull();
  });

  test('whose an address is, is asked when it was left', () => {
    const caller = { mail: 'a@example.jp', familyKana: 'サトウ', givenKana: 'アキコ', birthDate: '1974-03-08' };
    expect(askOwner(caller, 'a@example.jp')).toEqual(caller);
    expect(askOwner(caller, '')).toBeNull();
    expect(askOwner({ ...caller, mail: '' }, '')).toBeNull();
  });
});

describe('the months', () => {
  const reach = monthRangeOf(2026, '2026-11-17');

  test('from this month to the end of the fiscal year', () => {
    expect(isMonthInRange({ year: 2026, month: 10 }, reach)).toBe(false);
    expect(isMonthInRange({ year: 2026, month: 11 }, reach)).toBe(true);
    expect(isMonthInRange({ year: 2027, month: 3 }, reach)).toBe(true);
    expect(isMonthInRange({ year: 2027, month: 4 }, reach)).toBe(false);
    expect(monthRangeOf(2027, '2026-11-17').from).toBe('2027-04-01');
  });
});

test('what is sent is known by the course and by each option', () => {
  const named = (code: string, keys: string[]) => nameOfSending(offer, row(code), chosenOptions(offer, keys));
  expect([named('0003', []), named('0002', ['0002/0012']), named('0002', ['0002/0011'])]).toEqual([
    '検査キット',
    '検査キット',
    '',
  ]);
});

describe('warnings', () => {
  const now = new Date('2026-11-16T09:20:00+09:00');
  const web = { bookableFromDays: 14, bookableToDays: 180 };
  const chosen = { course: row('0002'), web, fiscalYear: 2026, othersInYear: 0, unaddressed: '' };
  const on = (date: string, startTime = '9:00') => ({ date, slot: { slotCode: '03', startTime } });

  test.each([
    [
      'a day that examinees are too late for',
      { ...chosen, visit: on('2026-11-25') },
      ['受診日まで9日です。Webでの受付は14日前までですが、電話では予約できます。'],
    ],
    [
      'a day beyond their reach',
      { ...chosen, visit: on('2027-05-20') },
      ['Webで予約できる期間（今日から180日）より先の日です。'],
    ],
    ['an ordinary day', { ...chosen, visit: on('2026-12-01') }, []],
    ['a private course', { ...chosen, course: row('3', 'private'), visit: null }, ['非公開のコースです。']],
    [
      'a course outside of its period',
      { ...chosen, course: row('3', 'period'), visit: null },
      ['受付期間外のコースです（2026/02/01〜2027/03/15）。'],
    ],
    [
      'a time of today that has begun',
      { ...chosen, visit: on('2026-11-16') },
      ['受診日は本日です。Webでの受付は14日前までですが、電話では予約できます。', '受付時間（9:00）を過ぎています。'],
    ],
    ['a time of today that is to come', { ...chosen, web: null, visit: on('2026-11-16', '9:30') }, []],
    [
      'a kit without an address',
      { ...chosen, visit: null, unaddressed: '検査キット' },
      ['検査キットの発送があります。住所を入力してください。'],
    ],
    ['others in the same year', { ...chosen, visit: null, othersInYear: 2 }, ['2026年度はすでに2件あります。']],
  ])('%s', (_name, given, sentences) => {
    expect(warningsFor(given, now)).toEqual(sentences);
  });
});

describe('a full slot', () => {
  const frame = (name: string, change: Partial<Frame> = {}): Frame => ({
    date: '2026-11-25',
    slotCode: '02',
    frameCode: '0001',
    name,
    placeSlotCode: '02',
    capacity: 8,
    taken: 8,
    quantity: 1,
    ...change,
  });
  const frames = [
    frame('ドック受付'),
    frame('女性検査', { placeSlotCode: 'ZZ', capacity: 20, taken: 13, frameCode: '0003' }),
  ];

  test('each frame is shown with what it gets, one of the whole day without a time', () => {
    expect(raiseRows(frames, '8:30')).toEqual([
      { name: 'ドック受付', when: '2026/11/25（水）8:30', raised: { from: 8, to: 9 }, left: 0 },
      { name: '女性検査', when: '2026/11/25（水）', raised: null, left: 7 },
    ]);
    expect(raisedCells(frames)).toEqual([{ frameCode: '0001', slotCode: '02', capacity: 8 }]);
  });

  test('one is said only where no frame lacks more', () => {
    expect(raiseSentence(frames, '予約')).toBe('満員の枠を1つ増やして予約します。');
    const two = frame('胃内視鏡', { quantity: 2 });
    expect(raiseSentence([...frames, two], '予約')).toBe('満員の枠を増やして予約します。');
    expect(raiseRows([two], '8:30')[0]?.raised).toEqual({ from: 8, to: 10 });
  });

  test('a time that is gone is none; a full one is, unless the clerk may raise it', () => {
    const visit = { date: '2026-11-25', slot: { slotCode: '02', startTime: '8:30' } };
    const month = {
      days: [{ date: '2026-11-25', state: 'full', left: 0, isCare: true }],
      slots: [{ date: '2026-11-25', slotCode: '02', startTime: '8:30', state: 'full', left: 0 }],
    } as unknown as PhoneBookingMonth;
    expect(liveVisit(visit, month, 'raise')).toEqual(visit);
    expect(liveVisit(visit, month, null)).toEqual({ ...visit, slot: null });
    expect(liveVisit(visit, null, null)).toEqual(visit);
  });

  test('of a desired client may be chosen by everybody as long as the booking is not confirmed, and is then not raised', () => {
    const desired = { method: 'desired' } as const;
    const open = { ...beginWith(opening()), isConfirmed: false };
    expect(fullBy(desired, open, false)).toBe('wish');
    expect(fullBy(desired, open, true)).toBe('wish');
    expect(fullBy(desired, { ...open, isConfirmed: true }, true)).toBe('raise');
    expect(fullBy(desired, { ...open, isConfirmed: true }, false)).toBeNull();
    expect(fullBy({ method: 'confirmed' }, open, false)).toBeNull();
    const full = { date: '2026-11-25', slotCode: '02', startTime: '8:30', state: 'full', left: 0 } as const;
    expect(isSlotChoosable(full, 'wish')).toBe(true);
    expect(isSlotChoosable({ ...full, state: 'none' }, 'wish')).toBe(false);
  });

  const data = {
    choose: 'time',
    method: 'confirmed',
    slots: [{ date: '2026-11-25', slotCode: '02', startTime: '8:30', state: 'full', left: 0 }],
    frames: [],
  } as unknown as PhoneBookingMonth;
  const drawn = (change: Partial<PhoneBookingMonth>, by: 'wish' | 'raise' | null) =>
    markupOf(
      createElement(SlotList, {
        data: { ...data, ...change },
        date: '2026-11-25',
        chosen: null,
        fullBy: by,
        onChoose: () => {},
      }),
    );

  test('tells 受付 who may raise it, and the others what pressing it does', () => {
    expect(drawn({}, null)).toContain('title="満員です。枠を増やせるのは管理者です。"');
    const mri = frame('脳MRI', { placeSlotCode: 'ZZ', frameCode: '0004' });
    expect(drawn({ frames: [...frames, mri] }, null)).toContain(
      '満員の枠：<b>ドック受付（8:30）、脳MRI（1日の枠）</b>',
    );
    expect(drawn({}, null)).toContain('aria-disabled="true"');
    expect(drawn({}, 'raise')).toContain('満・増やす');
    expect(drawn({}, 'raise')).not.toContain('title=');
    expect(drawn({}, 'wish')).toContain('満・希望');
    expect(drawn({}, 'wish')).toContain('確認するまで枠は使いません。');
  });

  test('a course without a time has one button 「この日に予約する」 for the day', () => {
    const slot = { date: '2026-11-25', slotCode: 'ZZ', startTime: '', state: 'open', left: 4 } as const;
    const whole = drawn({ choose: 'day', slots: [slot] }, null);
    expect(whole.match(/<button/g)).toHaveLength(1);
    expect(whole).toContain('この日に予約する');
    expect(whole).toContain('残り 4');
  });
});

describe('what is sent', () => {
  const choices: Choices = { ...beginWith(changed), isConfirmed: true };
  const caller = {
    ...callerForm.blank,
    birthDate: '1974-03-08',
    sex: 'female',
    mail: '',
    familyKana: 'サトウ',
  } as const;
  const ready = {
    caller: { ...caller },
    choices,
    course: row('0002'),
    options: chosenOptions(offer, ['0001/0003']),
    total: 15_400,
    sendMail: true,
    onTheirPage: null,
    raised: [],
    replaces: 0,
    version: '7',
  };

  test('a booking is confirmed unless the clerk says otherwise, and without an address nobody is written to', () => {
    expect(makeBooking(ready)).toMatchObject({
      status: 'confirmed',
      sendMail: false,
      raise: false,
      version: null,
      total: 15_400,
    });
    expect(makeBooking({ ...ready, choices: { ...choices, isConfirmed: false } }).status).toBe('new');
    const change = makeBooking({ ...ready, choices: { ...choices, isConfirmed: false }, replaces: 100_048_251 });
    expect(change).toMatchObject({ status: 'changed', replaces: 100_048_251, version: '7' });
  });

  test('what is not chosen is asked for in the order of the page', () => {
    const nothing = { choices: { categoryCode: '', visit: null }, course: null, hasCategories: true, isPageOpen: true };
    expect(findUnchosen(nothing)).toEqual(['theirPage', 'category', 'course', 'day']);
    const day = { date: '2026-11-25', slot: null };
    expect(
      findUnchosen({
        ...nothing,
        hasCategories: false,
        isPageOpen: false,
        course: row('1'),
        choices: { categoryCode: '', visit: day },
      }),
    ).toEqual(['slot']);
    expect(findUnchosen({ choices, course: row('1'), hasCategories: true, isPageOpen: false })).toEqual([]);
  });

  test('kana, name, birth date, sex and telephone are asked for, the rest is not', () => {
    const reading = callerForm.read(callerForm.blank);
    expect(reading.ok ? [] : reading.problems.map(({ sentence }) => sentence)).toEqual([
      '氏名（セイ）は必須入力です。',
      '氏名（メイ）は必須入力です。',
      '氏名（姓）は必須入力です。',
      '氏名（名）は必須入力です。',
      '生年月日は必須入力です。',
      '性別を選択してください。',
      '電話番号は必須入力です。',
    ]);
  });
});

describe('what is said in the end', () => {
  test('the number is read out in threes', () => {
    expect(inThrees(100_048_392)).toBe('100 048 392');
  });

  test('来院にする is the filled button of a visit today, and 次の電話へ where there is none', () => {
    const filled = (isAwaited: boolean) => doneButtons(isAwaited).filter(({ kind }) => kind === 'primary');
    expect(filled(true)).toMatchObject([{ label: '来院にする', focus: true }]);
    expect(filled(false)).toMatchObject([{ label: '次の電話へ', focus: true }]);
  });

  test('mails by what goes out', () => {
    const mail = 'akiko.sato@example.jp';
    expect(describeMails({ mail, mailKinds: ['confirmed'] })).toEqual([
      'akiko.sato@example.jp へ「予約確定」を送ります',
    ]);
    expect(describeMails({ mail, mailKinds: ['password', 'booked'] })).toEqual([
      'akiko.sato@example.jp へ「予約申込」を送ります',
      'マイページのご案内も送ります',
    ]);
    expect(describeMails({ mail: '', mailKinds: [] })).toEqual(['メールは送りません']);
  });
});
