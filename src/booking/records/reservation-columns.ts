// What is read of a reservation: each thing once, with its name, its type and its SQL. Mails, my page, details, the extraction
// and CSV files take their part from here.
import type { Selectable } from 'kysely';
import { emptyRow } from '#db/jsonb-order.ts';
import type { Tables } from '#db/tables.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { TaxRounding } from '#domain/offer/price.ts';
import {
  type ColumnName,
  columnOf,
  type PersonData,
  type PersonName,
  RESERVATION_FIELDS,
} from '#domain/reservation/person.ts';
import type {
  BookingOrigin,
  DownloadStatus,
  Reception,
  SendingStatus,
} from '#domain/reservation/reservation-status.ts';
import { ofReservation } from './of-reservation.ts';
import { ofReservationsNote } from './person-note.ts';
import { DISPATCH, SENT_ON, STATUS_OF_SENDING } from './sending.ts';

type Row = Selectable<Tables['reservations']>;

/** Numbers and codes that the service gives, what people may have typed, days, and what nobody is shown as it is stored. */
type Kind = 'given' | 'typed' | 'day' | 'inner';

interface Column<C extends keyof Row, K extends Kind> {
  readonly sql: string;
  readonly column: C;
  readonly kind: K;
}

const column =
  <K extends Kind>(kind: K) =>
  <C extends keyof Row>(name: C): Column<C, K> => ({ sql: `r.${name}`, column: name, kind });

const given = column('given');
const typed = column('typed');
const day = column('day');
const inner = column('inner');

/** What the database works out, or knows more of than the type of its column says. */
interface Derived<T> {
  readonly sql: string;
  /** Only for the compiler. */
  readonly type?: T;
}

const derived = <T>(sql: string): Derived<T> => ({ sql });

/** Whether a CSV file had the reservation r in the version of its last news, or in a later one. */
export const IS_DOWNLOADED = `
  exists (select from csv_download_rows d where ${ofReservation('d')} and is_in_file(d.version, r.news_version))`;

/** Whether the person of the reservation r has another live one in its year, by kana and birth date alone. */
const IS_DUPLICATE = `
  (is_live(r.status) and r.anonymised_at is null and exists (
    select from reservations d
     where d.institution_code = r.institution_code and is_same_person(d.folded_kana, d.birth_date, r.folded_kana, r.birth_date)
       and d.reservation_number <> r.reservation_number
       and d.fiscal_year = r.fiscal_year and is_live(d.status)))`;

/** Of the reservation r and of all that it has replaced, one after another. */
const ofChain = (value: string) => `
  (with recursive chain as (
     select r.reservation_number, r.replaces, r.version
     union all
     select p.reservation_number, p.replaces, p.version
       from chain join reservations p on p.institution_code = r.institution_code and p.reservation_number = chain.replaces)
   select ${value} from chain)`;

interface ReservedOption {
  groupCode: string;
  optionCode: string;
  conditionCode: string;
  name: string;
  amount: number;
}

/** Most of a person is typed; what is not is stated below. */
const person = Object.fromEntries(RESERVATION_FIELDS.map((name) => [name, typed(columnOf(name))])) as {
  [N in PersonName]: Column<ColumnName<N>, 'typed'>;
};

/** Of the reservation r, all as of the booking. */
export const RESERVATION_COLUMNS = {
  ...person,
  /** An anonymous one has nothing behind the blank. */
  name: derived<string>(`rtrim(r.family_name || '　' || r.given_name, '　')`),
  kana: derived<string>(`rtrim(r.family_kana || '　' || r.given_kana, '　')`),
  isAnonymous: derived<boolean>('r.anonymised_at is not null'),
  sex: inner('sex'),
  birthDate: day('birth_date'),
  age: given('age'),
  ageDate: day('age_date'),
  acceptsMail: inner('accepts_mail'),
  clientCode: given('client_code'),
  clientName: typed('client_name'),
  categoryCode: given('category_code'),
  categoryName: typed('category_name'),

  number: given('reservation_number'),
  /** The account on whose my page it stands. */
  ownerId: inner('examinee_id'),
  status: inner('status'),
  desired: inner('desired'),
  replaces: given('replaces'),
  replacedBy: derived<number | null>(`
    (select s.reservation_number from reservations s
      where s.institution_code = r.institution_code and s.replaces = r.reservation_number)`),
  version: given('version'),
  /** The entry in people's calendars goes by these: the number with which it began, and a count that grows with every version of each. */
  firstNumber: derived<number>(ofChain('max(reservation_number) filter (where replaces is null)')),
  sequence: derived<number>(ofChain('sum(version)::integer - 1')),
  origin: derived<BookingOrigin>(`case when r.walk_in then 'counter' else r.origin end`),
  staffMemo: typed('staff_memo'),
  /** Of the person, whichever reservation it was written from. */
  personNote: derived<string>(`coalesce(${ofReservationsNote('n.body')}, '')`),
  /** As far as the person may read it. */
  printedNote: derived<string>(`coalesce(${ofReservationsNote('case when n.is_printed then n.body end')}, '')`),
  hasNote: derived<boolean>(`coalesce(${ofReservationsNote('n.body is not null')}, false)`),
  hasMemo: derived<boolean>(`r.staff_memo <> ''`),
  hasRemarks: derived<boolean>(`r.remarks <> ''`),
  hasMail: derived<boolean>(`r.mail <> ''`),
  isDuplicate: derived<boolean>(IS_DUPLICATE),
  reception: derived<Reception>(
    `coalesce((select m.state from reception_marks m where ${ofReservation('m')}), 'none')`,
  ),
  receivedAt: derived<Date | null>(`(select m.at from reception_marks m where ${ofReservation('m')})`),
  /** Of what is sent before the visit. */
  sendingStatus: derived<SendingStatus>(STATUS_OF_SENDING),
  sentOn: derived<PlainDate | null>(SENT_ON),
  /** As its owner may know it: what was sent, under its name, and did not come back. */
  dispatch: derived<{ name: string; on: PlainDate } | null>(DISPATCH),
  downloadStatus: derived<DownloadStatus>(`case when ${IS_DOWNLOADED} then 'done' else r.download_status end`),
  createdAt: inner('created_at'),
  updatedAt: inner('updated_at'),

  fiscalYear: given('fiscal_year'),
  visitDate: day('visit_date'),
  slotCode: given('slot_code'),
  startMinute: inner('start_minute'),
  patientNumber: typed('patient_number'),
  cancelReason: typed('cancel_reason'),

  courseCode: given('course_code'),
  courseName: typed('course_name'),
  courseDuration: typed('course_duration'),
  courseDescription: typed('course_description'),
  courseRecommendedFor: typed('course_recommended_for'),
  courseItems: derived<{ name: string; extent: 'all' | 'part' | 'none' }[]>('r.course_items'),
  options: derived<ReservedOption[]>(`
    (select coalesce(json_agg(json_build_object(
              'groupCode', o.group_code, 'optionCode', o.option_code, 'conditionCode', o.condition_code,
              'name', o.name, 'amount', o.amount) order by o.position), '[]')
       from reservation_options o where ${ofReservation('o')})`),

  priceConditionCode: given('price_condition_code'),
  courseAmount: given('course_amount'),
  total: given('total_amount'),
  taxDisplay: inner('tax_display'),
  taxRate: given('tax_rate'),
  /** Reservations of before it was kept have their institution's. */
  taxRounding: derived<TaxRounding>(`
    coalesce(r.tax_rounding, (select i.tax_rounding from institutions i where i.institution_code = r.institution_code))`),
  pricesShown: inner('prices_shown'),
};

type Reservation = typeof RESERVATION_COLUMNS;
type ValueOf<R> = R extends Column<infer C, Kind> ? Row[C] : R extends Derived<infer T> ? T : never;

type ReservationName = keyof Reservation;
/** What is there once these are read. */
export type ReservationRow<Names extends readonly ReservationName[]> = {
  [N in Names[number]]: ValueOf<Reservation[N]>;
};

/** The select list that reads these of the reservation r. */
export const selectReservation = (names: readonly ReservationName[]) =>
  [...new Set(names)].map((name) => `${RESERVATION_COLUMNS[name].sql} as "${name}"`).join(', ');

/** What a contract shows under the name that it has here. */
export const namesIn = <Fields extends object>(fields: Fields) =>
  Object.keys(fields).filter((name): name is keyof Fields & ReservationName =>
    Object.hasOwn(RESERVATION_COLUMNS, name),
  );

type ShownColumn = Extract<Reservation[ReservationName], { kind: Exclude<Kind, 'inner'> }>;
export type ShownKind = ShownColumn['kind'];
export type ShownName = ShownColumn['column'];

/** The columns that can be shown as they are stored, and of which kind each is. */
export const SHOWN_COLUMNS = Object.values(RESERVATION_COLUMNS).filter(
  (one): one is ShownColumn => 'kind' in one && one.kind !== 'inner',
);

/** The same values under their columns' names. */
export type Columns<D> = { [N in keyof D & string as ColumnName<N>]: D[N] };

const COLUMNS: ReadonlyMap<PersonName, string> = new Map(RESERVATION_FIELDS.map((name) => [name, columnOf(name)]));

/** These fields of a table with its alias, for a select list that is put together once. */
export const selectPerson = (table: string, names: readonly PersonName[] = RESERVATION_FIELDS) =>
  names.map((name) => `${table}.${COLUMNS.get(name)} as "${name}"`).join(', ');

interface RowShape {
  columns: readonly string[];
  empty: Record<string, unknown>;
}

const shapes = new WeakMap<readonly PersonName[], RowShape>();

function shapeOf(names: readonly PersonName[]): RowShape {
  const columns = names.map((name) => COLUMNS.get(name) ?? name);
  const shape = { columns, empty: emptyRow(columns) };
  shapes.set(names, shape);
  return shape;
}

export function columnsOf<N extends PersonName>(person: Pick<PersonData, N>, names: readonly N[]) {
  // Every booking makes some: a loop over a row that has its keys already, without an array for each field.
  const { columns, empty } = shapes.get(names) ?? shapeOf(names);
  const row = { ...empty };
  for (let at = 0; at < names.length; at++) row[columns[at] as string] = person[names[at] as N];
  return row as Columns<Pick<PersonData, N>>;
}
