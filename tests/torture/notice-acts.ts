// Notices as a random act: whoever uses a frame on a day is drafted, and told, but for those who have changed since.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import type { Form } from '#tests/kit/booking-forms.ts';
import { noticeForm } from '#tests/kit/notices.ts';
import type { Model, ModelReservation } from './model.ts';
import type { Random } from './random.ts';
import { placeKey } from './world.ts';

type Post = (path: string, form: Form, token: string) => Promise<{ body: Record<string, unknown> }>;

interface Desk {
  db: Db;
  post: Post;
  token: string;
}

interface Sent {
  errorCode: number;
  noticeId: string;
  skipList: { ukno: number }[];
  mailCount: number;
  phoneCount: number;
}

const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

function agree(what: string, real: unknown, model: unknown): void {
  const [a, b] = [JSON.stringify(real), JSON.stringify(model)];
  if (a !== b) throw new Error(`${what}\n  the service says ${a}\n  the model says   ${b}`);
}

const isLive = ({ status, isReplaced }: ModelReservation) => status !== 'over' && !isReplaced;

/** Where it is: in this frame, or in any, on the day, at that time or at any. */
function isIn({ wish, places }: ModelReservation, frame: string, date: string, slot: string): boolean {
  if (frame === '0000') return wish.date === date && ['ZZ', wish.slot].includes(slot);
  return places.some(({ key }) => {
    const [ownFrame = '', ownDate = '', ownSlot = ''] = key.split('|');
    return placeKey(ownFrame, ownDate, 'ZZ') === placeKey(frame, date, 'ZZ') && ['ZZ', ownSlot].includes(slot);
  });
}

/** Throws where the service finds or tells others than the model. */
export async function notifySome(random: Random, model: Model, { db, post, token }: Desk): Promise<string> {
  const { days, slots, spec } = model.world;
  const date = random.pick(days);
  const frame = random.pick(['0000', ...Object.keys(spec.frames)]);
  const slot = random.pick(['ZZ', ...slots]);
  const expected = model.reservations.filter((one) => isLive(one) && isIn(one, frame, date, slot));
  const what = `notify ${frame} on ${date} ${slot}`;
  const cell = { dates: [date.replaceAll('-', '/')], wakus: [frame], tmzns: [slot] };
  const { body: drafted } = await post('/api/Desk/NoticeDraft', cell, token);
  agree(what, drafted.errorCode, expected.length > 0 ? 0 : 14);
  if (expected.length === 0) return `${what}: nobody`;
  const people = drafted.recipientList as { ukno: number; version: string }[];
  const numbers = sorted(people.map(({ ukno }) => ukno));
  agree(what, numbers, sorted(expected.map(({ number }) => number)));
  const stale = new Set(numbers.filter(() => random.chance(20)));
  const over = model.reservations.filter((one) => !isLive(one) && random.chance(10)).map(({ number }) => number);
  const seen = [
    ...people.map(({ ukno, version }) => ({ ukno, version: stale.has(ukno) ? '0' : version })),
    ...over.map((ukno) => ({ ukno, version: '1' })),
  ];
  // Days are picked again and again.
  const form = noticeForm(seen, { isRepeat: '1' });
  const press = () => post('/api/Desk/NoticeSend', form, token);
  const [first, second] = await Promise.all([press(), press()]);
  agree(`${what}, pressed twice`, second.body, first.body);
  const notified = numbers.filter((number) => !stale.has(number));
  const { errorCode, noticeId, skipList, mailCount, phoneCount } = first.body as unknown as Sent;
  agree(what, errorCode, notified.length > 0 ? 0 : 14);
  if (notified.length === 0) return `${what}: all of them stale`;
  const skipped = skipList.map(({ ukno }) => ukno);
  agree(`${what}, left out`, sorted(skipped), sorted([...stale, ...over]));
  const { rows } = await sql<{ number: number; mails: number }>`
    select m.reservation_number as number, count(o.mail_id)::integer as mails
      from notice_recipients m
      left join outbox_mails o on o.institution_code = m.institution_code
           and o.once_key = 'notice:' || m.notice_id || ':' || m.reservation_number
     where m.notice_id = ${noticeId}::uuid group by 1 order by 1`.execute(db);
  agree(`${what}, told`, [rows.map(({ number }) => number), mailCount + phoneCount], [notified, notified.length]);
  agree(`${what}, mails`, rows.filter(({ mails }) => mails === 1).length, mailCount);
  return what;
}
