// Answers people's requests about their own data: what is kept, as a file, and erasing it.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatMinute, japanTimeOf, today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { hyphenate } from '#domain/text/address.ts';
import { type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { Failure, invalid } from '#wire/failure.ts';
import { ERASING_REASONS } from '../words.ts';
import { erasePerson, exportPerson, openAccesses, openPerson, searchPeople } from './contract.ts';
import { readAccesses } from './server-accesses.ts';
import { erase } from './server-erase.ts';
import { writeExport } from './server-export.ts';
import { findPeople, foldName } from './server-find.ts';
import { readMailConsent } from './server-mail-consent.ts';
import { newestNumber, type Owner, type Person, readPerson } from './server-person.ts';

const NOBODY = '該当する方が見つかりません。';

export const personDataHandlers: Handler[] = [
  handle(searchPeople, async (db, who, sought) => {
    const { by, people } = await findPeople(db, who.institutionCode, sought);
    who.trace.details = { conditions: by, count: people.length };
    if (people.length === 0) throw new Failure('NoData', [NOBODY]);
    return {
      people: people.map((one) => ({ ...one, lastDate: one.lastDate ? formatOfficeDate(one.lastDate) : '' })),
    };
  }),

  handle(openPerson, async (db, who, key) => {
    const person = await readPerson(db, who.institutionCode, key);
    who.trace.subject = newestNumber(person);
    const [wish, mails] = await Promise.all([
      readMailConsent(db, who.institutionCode, person),
      readMails(db, who.institutionCode, person),
    ]);
    // Nobody else's numbers: they would stand in the log as seen.
    const { others: _, ...shown } = person;
    return {
      ...shown,
      examineeId: key.examineeId,
      account: toAccountData(person),
      ...wish,
      reservations: person.reservations.map((one) => ({ ...one, startTime: formatTime(one.startMinute) })),
      mails: mails.map((mail) => ({ ...mail, at: formatMinute(mail.at) })),
    };
  }),

  handle(openAccesses, async (db, who, { before, ...key }) => {
    const person = await readPerson(db, who.institutionCode, key);
    who.trace.subject = newestNumber(person);
    const page = await readAccesses(db, who.institutionCode, person, { examineeId: key.examineeId, before });
    who.trace.details = { note: 'この方のデータ', count: page.entries.length };
    return page;
  }),

  handle(exportPerson, async (db, who, key) => {
    const person = await readPerson(db, who.institutionCode, key);
    who.trace.subject = newestNumber(person);
    who.trace.details = { count: person.reservations.length };
    return writeExport(db, { ...who, examineeId: key.examineeId }, person);
  }),

  handle(erasePerson, async (db, who, { reason, typedName, isConfirmed: _, ...wanted }) => {
    const { institutionCode, now } = who;
    const erased = await erase(
      db,
      { ...wanted, institutionCode, secret: who.service.secret, now, today: japanTimeOf(now).today },
      ({ kana }) => {
        if (foldName(typedName) !== foldName(kana)) throw invalid('カナ氏名が一致しません。');
      },
    );
    who.trace.subject = newestNumber(erased);
    who.trace.details = { note: ERASING_REASONS[reason], count: erased.reservations.length };
    return {};
  }),
];

const selectMails = query<Omit<Reply<typeof openPerson>['mails'][number], 'at'> & { at: Date }>(`
  select coalesce(reservation_number, 0) as number, coalesce(sent_at, created_at) as at, kind, subject as title, state
    from outbox_mails
   where institution_code = $1 and reservation_number = any($2::integer[]) and state <> 'withdrawn'
   order by created_at desc, mail_id`);

const readMails = (db: Db, institutionCode: string, { reservations }: Person) =>
  selectMails(
    db,
    institutionCode,
    reservations.map(({ number }) => number),
  );

const addressOf = ({ postalCode, prefecture, city, street }: Owner) =>
  [postalCode && `〒${hyphenate(postalCode)}`, `${prefecture}${city}${street}`].filter(Boolean).join(' ');

/** Somebody else's account is nobody's to read. */
function toAccountData({ owner, isOwner }: Person) {
  if (!isOwner || !owner) return { sex: '', address: '', phone: '', companyName: '', createdOn: '' };
  return {
    sex: owner.sex ? SEX_WORDS[owner.sex] : '',
    address: addressOf(owner),
    phone: owner.phone,
    companyName: owner.companyName,
    createdOn: formatOfficeDate(today(owner.createdAt)),
  };
}
