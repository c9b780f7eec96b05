// The demo's own examinee: a visit last year, one to come, and one that was called off.
import type { Db } from '#db/database.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { hashPassword } from '#server/access/passwords.ts';
import { type Booking, book } from './booking.ts';
import { COURSES } from './courses.ts';
import { DEMO_PASSWORD, INSTITUTION } from './institution.ts';
import { instant, type Lifecycles, type World } from './lifecycles.ts';
import type { DemoPerson } from './people.ts';

export const HANAKO: DemoPerson = {
  mail: 'hanako@example.jp',
  family_name: '健診',
  given_name: '花子',
  family_kana: 'ケンシン',
  given_kana: 'ハナコ',
  birth_date: '1974-06-12',
  sex: 'female',
  postal_code: '2310000',
  prefecture: '神奈川県',
  city: '横浜市中区',
  street: '汐見の丘1-2-3 汐見ハイツ405',
  phone: '090-0000-1234',
  client_code: INDIVIDUAL,
  category_code: null,
  insurer_number: '',
  card_symbol: '',
  card_number: '',
  company_name: '',
  employee_number: '',
  accepts_mail: true,
};

const [DOCK, CHECKUP] = COURSES;

/** Before everybody else, so that the places are free. */
export function planHanako({ today, random, calendar }: World, lives: Lifecycles): Booking[] {
  const firstOpen = (from: PlainDate, step: 1 | -1) => {
    let date = from;
    while (!calendar.isOpen(date)) date = addDays(date, step);
    return date;
  };
  const coming = firstOpen(addDays(today, 28), 1);
  // Backwards, so that more than a year lies between the two and they fall into different fiscal years.
  const past = firstOpen(addDays(today, -338), -1);
  const calledOff = firstOpen(addDays(today, 36), 1);
  const visit = (course: typeof DOCK, visitDate: PlainDate, options: string[], held = true) =>
    book(random, calendar, { person: HANAKO, course: course!, visitDate, options, held })!;

  const cancelled = visit(CHECKUP, calledOff, ['骨密度'], false);
  lives.beginConfirmed(cancelled, instant(addDays(today, -20), 20 * 60 + 14));
  const cancelledAt = instant(addDays(today, -11), 21 * 60 + 3);
  lives.cancel(cancelled, cancelledAt);
  lives.edit(cancelled, lives.handledAfter(cancelledAt), 'cancel_confirmed');
  const dock = ['胃内視鏡(経鼻)', '腫瘍マーカー女性3種', '骨密度'];
  return [
    lives.beginConfirmed(visit(DOCK, past, ['胃部X線', '乳房超音波']), lives.bookedAt(past)!),
    cancelled,
    lives.beginConfirmed(visit(DOCK, coming, dock), instant(addDays(today, -10), 21 * 60 + 20)),
  ];
}

export async function giveHanakoPassword(db: Db, examineeId: number, createdAt: Date): Promise<void> {
  await db
    .insertInto('examinee_credentials')
    .values({
      institution_code: INSTITUTION,
      examinee_id: examineeId,
      kind: 'own',
      scheme: 'argon2id',
      hash: await hashPassword(DEMO_PASSWORD),
      created_at: createdAt,
    })
    .execute();
}
