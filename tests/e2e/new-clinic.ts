// What the managers of a clinic that was opened a moment ago set up, without the screens.

import { type APIRequestContext, expect } from '@playwright/test';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { addDays } from '#domain/calendar/plain-date.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { registerCapacity } from '#masters/capacity/contract.ts';
import { clientCalls } from '#masters/clients/contract.ts';
import { openCourse, registerCourse, updateCourse } from '#masters/courses/contract.ts';
import { frameSet, priceSet } from '#masters/courses/contract-sets.ts';
import { frameCalls } from '#masters/frames/contract.ts';
import { openInstitution, updateInstitution } from '#masters/institution/contract.ts';
import type { Call } from '#wire/call.ts';
import { encodeForm } from '#wire/form.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { STAFF_PASSWORD } from './operate.ts';

type Ask = <I extends AnyRecord, O extends AnyRecord>(call: Call<I, O>, input: Value<I>) => Promise<Value<O>>;

/** Makes calls as somebody of the staff. */
export async function askAs(request: APIRequestContext, userId: string): Promise<Ask> {
  const form = { grant_type: 'password', username: userId, password: STAFF_PASSWORD };
  const { access_token } = await (await request.post('/Token', { form })).json();
  return async (call, input) => {
    const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/x-www-form-urlencoded' };
    const data = encodeForm(call.request.encode(input)).toString();
    const body = await (await request.post(call.path, { headers, data })).json();
    expect(body).toMatchObject({ errorCode: 0 });
    const reading = call.reply.decode(body);
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
    return reading.value;
  };
}

export async function describeClinic(ask: Ask): Promise<void> {
  const { version, pictureUrl: _, ...values } = await ask(openInstitution, {});
  const address = { examAddress1: '神奈川県横浜市', examPhone: '045-000-0123', contractPhone: '045-000-0123' };
  await ask(updateInstitution, { ...values, ...address, phoneHours: '平日8:30〜16:30', termsText: '規約', version });
}

/** A frame by day, which needs no time slots. */
export const addFrame = (ask: Ask) =>
  ask(frameCalls.register, { name: '健診受付', managedBy: 'day', countedAs: 'persons' });

const DAY = today(new Date());
const YEAR = fiscalYearOf(addDays(DAY, 14));

/** Gives its code. */
export async function addClient(ask: Ask, name: string): Promise<string> {
  const { clientCode } = await ask(clientCalls.register, {
    name,
    nameKana: '',
    shortName: '',
    insurerNumber: '',
    url: '',
    usable: true,
    ageBasis: 'visit_day',
    ageMonth: 3,
    ageDay: 31,
    bookingMethod: 'confirmed',
    guestBooking: true,
    questionnaireShown: false,
    pricesShown: true,
    reminderDays: 0,
    promotionMonths: 0,
  });
  return clientCode;
}

/** With a frame and a price, and private; gives what publishes it, or makes it private again. */
export async function addCourse(ask: Ask, registrationFrom = addDays(DAY, -30), clientCode = INDIVIDUAL) {
  const values = {
    registrationFrom,
    registrationTo: addDays(DAY, 200),
    name: '一日人間ドック',
    internalName: '',
    duration: '',
    published: false,
    sends: false,
    description: '',
    recommendedFor: '',
    entryNotes: '',
    confirmationNotes: '',
    cancelNotes: '',
  };
  const { key } = await ask(registerCourse, { clientCode, fiscalYear: YEAR, ...values });
  const row = { conditionCode: '', categoryCode: null, sex: null, ageFrom: 0, ageTo: 999, status: 'added' as const };
  await ask(frameSet.update, { key, rows: [{ ...row, frameCode: '0001' }], version: null });
  await ask(priceSet.update, { key, rows: [{ ...row, amount: 44_000 }], version: null });
  return async (published: boolean) => {
    const { version } = await ask(openCourse, { key });
    await ask(updateCourse, { key, ...values, published, version });
  };
}

export const addCapacity = (ask: Ask, from = addDays(DAY, 1)) =>
  ask(registerCapacity, {
    frameCode: '0001',
    from,
    to: addDays(DAY, 60),
    weekdays: [1, 2, 3, 4, 5, 6, 7],
    holidays: true,
    count: '10',
    slotCounts: [],
    clamp: false,
  });
