// What the page of a phone booking begins with: whom one may book through, the person where one is known, and what is changed.
import { jsonRow, jsonRows } from '#booking/policy/course-data.ts';
import { ORIGINAL_COLUMNS, type OriginalReservation } from '#booking/policy/original-reservation.ts';
import { assertChangeable } from '#booking/policy/phone-booking.ts';
import { type ReservationRow, selectPerson, selectReservation } from '#booking/records/reservation-columns.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatTime, japanTimeOf } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { BLANK_PERSON, type PersonData, prefilledFor } from '#domain/reservation/person.ts';
import { ANONYMISED } from '#domain/reservation/reservation-status.ts';
import { isAtLeast } from '#domain/staff/roles.ts';
import { inHalves } from '#domain/text/address.ts';
import type { Administrator } from '#server/service.ts';
import type { Input, Reply } from '#wire/call.ts';
import { notFound, refused } from '#wire/failure.ts';
import type { openPhoneBooking } from './contract.ts';

type Opening = Reply<typeof openPhoneBooking>;

const CHANGED = ['courseName', 'options', 'startMinute', 'patientNumber', 'staffMemo'] as const;

interface Found {
  head: OriginalReservation;
  more: ReservationRow<typeof CHANGED>;
  person: PersonData;
  wish: boolean;
}

interface Row {
  clients: { clientCode: string; name: string; usable: boolean }[];
  categories: { clientCode: string; categoryCode: string; name: string }[];
  found: Found | null;
}

/** $1 institution, $2 the reservation that is changed, or whose person is booked for. */
const read = query<Row>(`
  select ${jsonRows(`
           select client_code as "clientCode", name, usable from clients
            where institution_code = $1 order by client_code <> '${INDIVIDUAL}', client_code`)} as clients,
         ${jsonRows(`
           select client_code as "clientCode", category_code as "categoryCode", name from client_categories
            where institution_code = $1 and client_code <> '${INDIVIDUAL}'
            order by client_code, category_code`)} as categories,
         ${jsonRow(`
           select ${jsonRow(`select ${ORIGINAL_COLUMNS}`)} as head, ${jsonRow(`select ${selectReservation(CHANGED)}`)} as more,
                  ${jsonRow(`select ${selectPerson('r')}`)} as person,
                  wants_invitations(r.institution_code, r.mail, r.accepts_mail) as wish
             from reservations r
            where r.institution_code = $1 and r.reservation_number = $2`)} as found`);

export async function openBooking(
  db: Db,
  who: Administrator,
  { personOf, replaces }: Input<typeof openPhoneBooking>,
): Promise<Opening> {
  const { today } = japanTimeOf(who.now);
  const number = replaces || personOf;
  const [row] = await read(db, who.institutionCode, number);
  const found = row?.found ?? null;
  if (!row || (number !== 0 && !found)) throw notFound();
  if (!found) who.trace.isUnlogged = true;
  const original = replaces === 0 ? null : found;
  if (original) assertChangeable(original.head, today);
  if (found?.head.isAnonymous) throw refused(ANONYMISED);
  const clients = row.clients.filter(({ clientCode, usable }) => usable || clientCode === original?.head.clientCode);
  const categories = categoriesOf(row, clients, original);
  return {
    clients: clients.map((client) => ({
      ...client,
      hasCategories: categories.some(({ clientCode }) => clientCode === client.clientCode),
    })),
    categories,
    years: yearsOf(today, original),
    canRaise: isAtLeast(who.role, 'manager'),
    ...(original ? changed(original) : fresh(found, clients, categories)),
  };
}

/** Also the own one of a change that its client has no longer. */
function categoriesOf({ categories }: Row, clients: Row['clients'], found: Found | null): Row['categories'] {
  const offered = categories.filter(({ clientCode }) => clients.some((one) => one.clientCode === clientCode));
  if (!found || found.head.categoryCode === null) return offered;
  const { clientCode, categoryCode, categoryName: name } = found.head;
  const isThere = offered.some((one) => one.clientCode === clientCode && one.categoryCode === categoryCode);
  return isThere ? offered : [...offered, { clientCode, categoryCode, name }];
}

function yearsOf(today: string, found: Found | null): number[] {
  const current = fiscalYearOf(today);
  return [...new Set([current, current + 1, ...(found ? [found.head.fiscalYear] : [])])].sort();
}

const NO_CHANGE = {
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
  hasAccount: false,
  version: '',
};

/** Somebody who is booked for: what was said of the reservation before is not said of this one. */
function fresh(found: Found | null, clients: Row['clients'], categories: Row['categories']) {
  const last = found?.person ?? BLANK_PERSON;
  const isOffered = clients.some(({ clientCode }) => clientCode === last.clientCode);
  const clientCode = isOffered ? last.clientCode : INDIVIDUAL;
  const person = prefilledFor(clientCode, last);
  const hasCategory = categories.some(
    (one) => one.clientCode === clientCode && one.categoryCode === person.categoryCode,
  );
  return {
    ...toPageFields({ ...person, remarks: '', acceptsMail: false }),
    clientCode,
    categoryCode: hasCategory ? person.categoryCode : null,
    patientNumber: found?.more.patientNumber ?? '',
    staffMemo: '',
    ...NO_CHANGE,
  };
}

const changed = ({ head, more, person, wish }: Found) => ({
  ...head,
  ...more,
  ...toPageFields({ ...person, acceptsMail: wish }),
  replaces: head.number,
  optionNames: more.options.map(({ name }) => name),
  startTime: formatTime(more.startMinute),
  hasAccount: head.ownerId !== null,
  version: String(head.version),
});

function toPageFields({ postalCode, insurerNumber: _, ...person }: PersonData) {
  return { ...person, ...inHalves(postalCode) };
}
