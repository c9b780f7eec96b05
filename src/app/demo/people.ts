// Makes up the demo's examinees so that a given course suits them.
import type { Course } from '#app/template/catalogue.ts';
import type { Columns } from '#booking/records/reservation-columns.ts';
import { dateParts, makeDate, type PlainDate } from '#domain/calendar/plain-date.ts';
import { ageDay, ageOn } from '#domain/offer/age.ts';
import type { Sex } from '#domain/offer/conditions.ts';
import { INDIVIDUAL, NO_INSURER_NUMBER } from '#domain/offer/sentinels.ts';
import type { PersonData } from '#domain/reservation/person.ts';
import { CATEGORIES, CLIENTS, type Client, FOODS, MACHINERY, NATIONAL } from './masters.ts';
import { BUILDINGS, FAMILY_NAMES, FEMALE_NAMES, MALE_NAMES, TOWNS } from './names.ts';
import type { Random } from './random.ts';

/** Somebody with a row in both tables; the mail is also the key of the account that books for them. */
export type DemoPerson = Columns<Omit<PersonData, 'remarks'> & { birthDate: PlainDate; sex: Sex }>;

/** What people enter; with valid check digits, and nobody's in real life. */
const INSURERS: Record<string, string> = {
  [MACHINERY]: '06990014',
  [NATIONAL]: '01990019',
  [FOODS]: NO_INSURER_NUMBER,
};

const COMPANIES: Record<string, string[]> = {
  [MACHINERY]: ['東丘精機株式会社', '東丘精機販売株式会社', '東丘ロジスティクス株式会社'],
  [NATIONAL]: ['有限会社波見坂印刷', '株式会社灯台通設計', '千鳥浜運輸株式会社', '株式会社若緑ソフト'],
  [FOODS]: ['白鷺野食品株式会社'],
};

export const clientOf = (clientCode: string): Client =>
  CLIENTS.find((client) => client.client_code === clientCode) as Client;

export function countedAge(clientCode: string, birthDate: PlainDate, fiscalYear: number, visitDate: PlainDate): number {
  return ageOn(birthDate, countingDay(clientCode, fiscalYear, visitDate));
}

function countingDay(clientCode: string, fiscalYear: number, visitDate: PlainDate): PlainDate {
  const { age_basis: basis, age_month: month, age_day: day } = clientOf(clientCode);
  return ageDay({ basis, month, day }, fiscalYear, visitDate);
}

export function makePeople(random: Random) {
  const takenMails = new Set<string>();
  const digits = (count: number) => String(random.between(0, 10 ** count - 1)).padStart(count, '0');

  function freeMail(local: string): string {
    let mail = `${local}@example.jp`;
    for (let number = 2; takenMails.has(mail); number++) mail = `${local}${number}@example.jp`;
    takenMails.add(mail);
    return mail;
  }

  function birthDate(age: number, day: PlainDate): PlainDate {
    const { year } = dateParts(day);
    const [month, dayOfMonth] = [random.between(1, 12), random.between(1, 28)];
    const date = makeDate(year - age, month, dayOfMonth)!;
    return ageOn(date, day) === age ? date : makeDate(year - age - 1, month, dayOfMonth)!;
  }

  function address() {
    const { postalCode, city, town } = random.pick(TOWNS);
    const lot = `${town}${random.between(1, 5)}-${random.between(1, 28)}-${random.between(1, 20)}`;
    const room = random.chance(0.4) ? ` ${random.pick(BUILDINGS)}${random.between(1, 9)}0${random.between(1, 8)}` : '';
    return { postal_code: postalCode, prefecture: '神奈川県', city, street: lot + room };
  }

  function forCourse(course: Course, fiscalYear: number, visitDate: PlainDate): DemoPerson {
    // The insured themselves are most of those who come, and most of the visitors are in their forties and fifties.
    const price = random.pickWeighted(
      course.prices.map((row) => ({
        row,
        weight: (row.ageTo - row.ageFrom + 1) * (row.categoryCode === '01' || row.categoryCode === null ? 4 : 1),
      })),
    ).row;
    const middle = (random.next() + random.next()) / 2;
    const [from, to] = [Math.max(price.ageFrom, 20), Math.min(price.ageTo, 78)];
    const age = Math.min(to, from + Math.floor(middle * (to - from + 1)));
    const sex = price.sex ?? (random.chance(0.47) ? 'female' : 'male');
    const family = random.pick(FAMILY_NAMES);
    const given = random.pick(sex === 'female' ? FEMALE_NAMES : MALE_NAMES);
    const own = course.clientCode === INDIVIDUAL;
    const categories = CATEGORIES.filter(({ clientCode }) => clientCode === course.clientCode);
    const category = price.categoryCode ?? (own ? null : random.pick(categories).categoryCode);
    const employed = !own && (course.clientCode === FOODS || category === '01');
    return {
      mail: freeMail(`${given.latin}.${family.latin}`),
      family_name: family.written,
      given_name: given.written,
      family_kana: family.kana,
      given_kana: given.kana,
      birth_date: birthDate(age, countingDay(course.clientCode, fiscalYear, visitDate)),
      sex,
      ...address(),
      phone: random.chance(0.7) ? `090-0000-${digits(4)}` : `045-000-${digits(4)}`,
      client_code: course.clientCode,
      category_code: category,
      insurer_number: INSURERS[course.clientCode] ?? '',
      card_symbol: own ? '' : String(random.between(10, 999)),
      card_number: own ? '' : String(random.between(100, 99_999)),
      company_name: employed ? random.pick(COMPANIES[course.clientCode]!) : '',
      employee_number: employed && course.clientCode !== NATIONAL ? digits(6) : '',
      // Insurance bookings always say yes.
      accepts_mail: !own || random.chance(0.8),
    };
  }

  function spouseOf(person: DemoPerson, spouseCategory: string | null): DemoPerson {
    const sex = person.sex === 'male' ? 'female' : 'male';
    const given = random.pick(sex === 'female' ? FEMALE_NAMES : MALE_NAMES);
    const { year, month } = dateParts(person.birth_date);
    return {
      ...person,
      given_name: given.written,
      given_kana: given.kana,
      sex,
      birth_date: makeDate(year + random.between(-4, 4), ((month + 4) % 12) + 1, random.between(1, 28))!,
      category_code: spouseCategory,
      company_name: '',
      employee_number: '',
    };
  }

  return { forCourse, spouseOf };
}
