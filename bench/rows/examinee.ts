// What people look at before and after they book: top page, courses, the month, my page and the detail.
import { MONTH, monthValues } from '#booking/availability/availability.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { layOutMonth, monthOf } from '#domain/calendar/month.ts';
import { PAGE } from '#examinee/reservations/my-page/server.ts';
import { RESERVATION } from '#examinee/reservations/server-reservation.ts';
import { type Ground, HOSPITAL } from '../booking-ground.ts';
import { isFound } from '../frame/load.ts';
import type { Row } from '../frame/row.ts';
import { addOwner } from '../frame/specimens.ts';
import { asking, growing, repeating, requestTo, type World, type Worlds } from '../frame/world.ts';

export const CALENDAR = '/api/CommonSelectCalender/ChangeCalender';

interface Looked {
  day?: number;
  birthYear?: number;
  options?: readonly string[];
  institutionCode?: string;
}

export function monthForm(ground: Ground, looked: Looked = {}) {
  const { day = 30, birthYear = 1970, options = ['0001', '0002'], institutionCode = HOSPITAL } = looked;
  const { year, month } = monthOf(ground.days[day] ?? '');
  return {
    ircd: institutionCode,
    jgcd: '00000000',
    nend: ground.year,
    hfkb: 'Z',
    sex: '2',
    btdyYear: birthYear,
    btdyMonth: 5,
    btdyDate: 5,
    kscd: '0001',
    courseJkcd: '04',
    opbrs: options.map(() => '0001'),
    opcds: options,
    calenderYear: year,
    calenderMonth: month,
  };
}

/** The month's statement as the service sends it, for a booking with two frames. */
function bareMonth(ground: Ground) {
  const layout = layOutMonth(monthOf(ground.days[30] ?? ''));
  const needs = ['0001', '0002'].map((frameCode) => ({
    frameCode,
    quantity: 1,
    managedBy: 'time' as const,
    countedAs: 'persons' as const,
  }));
  const values = monthValues({ institutionCode: HOSPITAL, layout, phases: [{ from: layout.first, needs }] });
  return { steps: [{ statement: MONTH, values }] };
}

/** Each connection with a course of its own through months, options and ages: what is shared least. */
function mixedMonths(world: World) {
  const { ground } = world;
  const requests = Array.from({ length: 64 }, (_, n) =>
    requestTo(world, {
      path: CALENDAR,
      form: monthForm(ground, {
        day: (n * 31) % ground.days.length,
        birthYear: 1940 + n,
        options: [['0001'], ['0002'], ['0005'], ['0001', '0005']][n % 4],
      }),
    }),
  );
  return asking(world, { next: (connection, n) => requests[(4 * connection + 5 * n + 1) % requests.length]! });
}

export async function examineeRows(worlds: Worlds): Promise<Row[]> {
  const { many, hello } = worlds;
  const { ground, bare } = many;
  const ofHello = (least: number) => ({ name: 'hello', act: hello, calls: 4000, least });
  const courseForm = {
    ircd: HOSPITAL,
    jgcd: '00000000',
    hfkb: 'Z',
    sex: 'Z',
    age: 40,
    nend: fiscalYearOf(many.today) === ground.year ? 0 : ground.year,
  };
  const courses = await growing(worlds, (world) =>
    repeating(world, { path: '/api/CommonSelectCourse/FirstDisplay', form: courseForm }),
  );
  const month = await growing(worlds, (world) => repeating(world, { path: CALENDAR, form: monthForm(world.ground) }));
  const owners = { many: await addOwner(many), few: await addOwner(worlds.few) };
  const ofOwner = (call: string) =>
    growing(worlds, (world) => {
      const { number, token } = world === many ? owners.many : owners.few;
      return repeating(world, { path: `/api/${call}/FirstDisplay`, form: { ircd: HOSPITAL, ukno: number }, token });
    });
  const [page, detail] = [await ofOwner('CommonMyPage'), await ofOwner('CommonReserveDetail')];
  const { examineeId, number } = owners.many;
  // As a service asks that knows what is open.
  const { version } = await many.db
    .selectFrom('masters_versions')
    .select('version')
    .where('institution_code', '=', HOSPITAL)
    .executeTakeFirstOrThrow();
  const bareOf = (statement: string, values: unknown[]) => ({
    name: 'its bare query',
    act: bare.act({ steps: [{ statement, values }] }),
    least: 0.4,
  });
  return [
    {
      name: 'top page, drawn',
      calls: 1000,
      act: repeating(many, { path: `/CommonTop/r${HOSPITAL}`, method: 'GET', check: isFound }),
      references: [ofHello(0.1)],
    },
    { name: 'course list', calls: 1500, act: courses.act, references: [ofHello(0.1), courses.ofFew] },
    {
      name: 'month',
      calls: 2000,
      act: month.act,
      references: [
        { name: 'its bare query', act: bare.act(bareMonth(ground)), least: 0.4 },
        ofHello(0.12),
        month.ofFew,
      ],
    },
    { name: 'month, each another one', calls: 2000, act: mixedMonths(many), references: [ofHello(0.1)] },
    {
      name: 'my page of 30 reservations',
      calls: 600,
      act: page.act,
      references: [bareOf(PAGE, [HOSPITAL, examineeId, '', HOSPITAL, version]), ofHello(0.02), page.ofFew],
    },
    {
      name: 'detail of a reservation',
      calls: 1200,
      act: detail.act,
      references: [bareOf(RESERVATION, [HOSPITAL, number, examineeId]), ofHello(0.1), detail.ofFew],
    },
  ];
}
