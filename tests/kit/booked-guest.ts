// A guest's booking made by the calls themselves, for journeys whose subject comes after it.
import { randomUUID } from 'node:crypto';
import { type Form, guestForm, stepForm } from './booking-forms.ts';

export interface BookedGuest {
  mail: string;
  password: string;
  number: number;
}

// biome-ignore lint/suspicious/noExplicitAny: the wire as a test sees it
type Ask = (path: string, form: Form) => Promise<any>;

export const newMail = () => `guest-${randomUUID().slice(0, 8)}@example.jp`;

/** A day's check-up of the demo for a woman born on 1980-05-05, unless `changes` say who: the form with that place of those that are free. */
export async function chooseDay(ask: Ask, position: number, changes: Form = {}): Promise<Form> {
  const { ircd } = await ask('CommonTop/CommonTopFirstDisplay', { param: 'demo' });
  const form = guestForm(ircd, changes);
  const { nend, listCourse } = await ask('CommonSelectCourse/FirstDisplay', { ...stepForm(form), nend: 0 });
  const { kscd, jkcd, gkgk } = listCourse.find(({ ksnm }: { ksnm: string }) => ksnm === '一日人間ドック');
  const chosen = { ...form, nend, kscd, courseJkcd: jkcd, sumGkgk: gkgk };
  const step = stepForm(chosen, { reserveDate: '' });
  const first = await ask('CommonSelectCalender/FirstDisplay', step);
  const places = [...first.reserveData];
  // At the end of a month the first that is shown has few.
  for (let { calenderYear, calenderMonth } = first; places.length <= position; ) {
    [calenderYear, calenderMonth] = calenderMonth === 12 ? [calenderYear + 1, 1] : [calenderYear, calenderMonth + 1];
    places.push(
      ...(await ask('CommonSelectCalender/ChangeCalender', { ...step, calenderYear, calenderMonth })).reserveData,
    );
  }
  const { date, tmzn } = places[position];
  return { ...chosen, reserveDate: date, reserveTmzn: tmzn };
}

/** Books what `chooseDay` chose; tests that run side by side choose different places. */
export async function bookGuest(ask: Ask, position: number, changes: Form = {}): Promise<BookedGuest> {
  const mail = newMail();
  const form = await chooseDay(ask, position, { email1: mail, ...changes });
  const { ukno, firstPassword } = await ask('Account/CommonGuestNewReserve', form);
  return { mail, password: firstPassword, number: ukno };
}
