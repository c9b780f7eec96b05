// Puts an institution with frames, clients and courses into a database, from a short description.
import type { Db } from '#db/database.ts';
import { addDays, type PlainDate } from '#domain/calendar/plain-date.ts';
import { INDIVIDUAL, WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { decimalCode, pairCode } from '#domain/text/codes.ts';
import { createInstitution } from '#server/records/institutions.ts';

export interface RowSpec {
  category?: string;
  sex?: 'male' | 'female';
  ages?: [number, number];
}

export interface CourseSpec {
  client?: string;
  year?: number;
  code: string;
  name?: string;
  published?: boolean;
  registration?: [PlainDate, PlainDate];
  prices: (RowSpec & { amount: number })[];
  frames: (RowSpec & { frame: string })[];
  options?: (RowSpec & { option: string; amount: number })[];
}

export interface WorldSpec {
  institutionCode: string;
  institution?: Record<string, unknown>;
  /** Slot code to minute of the day. */
  slots?: Record<string, number>;
  frames: Record<string, { by: 'day' | 'time'; count?: 'persons' | 'parts' }>;
  /** Group code to options; a single-choice group unless said otherwise. */
  groups?: Record<string, { multiple?: boolean; options: Record<string, { frame?: string; initial?: boolean }> }>;
  clients?: Record<string, Record<string, unknown> & { categories?: Record<string, string> }>;
  courses: CourseSpec[];
  /** For each frame: what each of its slots (or the day) holds, on every day of the range. */
  capacity?: { from: PlainDate; to: PlainDate; frames: Record<string, Record<string, number> | number> };
  closed?: PlainDate[];
}

const YEAR = 2026;

export async function buildWorld(db: Db, spec: WorldSpec): Promise<void> {
  const own = { institution_code: spec.institutionCode };
  await createInstitution(db, {
    institutionCode: spec.institutionCode,
    routeParam: `r${spec.institutionCode}`,
    name: '試験健診センター',
  });
  if (spec.institution) {
    await db
      .updateTable('institutions')
      .set(spec.institution)
      .where('institution_code', '=', spec.institutionCode)
      .execute();
  }
  const insert = async (table: string, rows: Record<string, unknown>[]) => {
    // A statement takes 65,535 parameters at the most.
    for (let start = 0; start < rows.length; start += 2000) {
      await db
        .insertInto(table as never)
        .values(rows.slice(start, start + 2000).map((row) => ({ ...own, ...row })) as never)
        .execute();
    }
  };
  await insert(
    'time_slots',
    Object.entries(spec.slots ?? {}).map(([slot_code, start_minute]) => ({ slot_code, start_minute, name: slot_code })),
  );
  await insert(
    'frames',
    Object.entries(spec.frames).map(([frame_code, { by, count = 'persons' }]) => ({
      frame_code,
      name: `枠${frame_code}`,
      managed_by: by,
      counted_as: count,
    })),
  );
  const groups = Object.entries(spec.groups ?? {});
  await insert(
    'option_groups',
    groups.map(([group_code, { multiple }], sort) => ({
      group_code,
      sort,
      name: `分類${group_code}`,
      selection: multiple ? 'multiple' : 'single',
    })),
  );
  const optionKeys = groups.flatMap(([group_code, { options }]) =>
    Object.entries(options).map(([option_code, option]) => ({ group_code, option_code, ...option })),
  );
  await insert(
    'option_items',
    optionKeys.map(({ group_code, option_code, frame, initial }, sort) => ({
      group_code,
      option_code,
      sort: sort % 100,
      name: `オプション${option_code}`,
      frame_code: frame ?? null,
      is_initial: initial ?? false,
    })),
  );
  for (const [client_code, { categories = {}, ...client }] of Object.entries(spec.clients ?? {})) {
    if (client_code === INDIVIDUAL) {
      await db
        .updateTable('clients')
        .set(client)
        .where('institution_code', '=', spec.institutionCode)
        .where('client_code', '=', client_code)
        .execute();
    } else {
      await insert('clients', [{ client_code, name: `団体${client_code}`, age_basis: 'visit_day', ...client }]);
    }
    await insert(
      'client_categories',
      Object.entries(categories).map(([category_code, name]) => ({ client_code, category_code, name })),
    );
  }
  for (const course of spec.courses) await insertCourse(insert, course, optionKeys);
  await insert(
    'calendar_days',
    (spec.closed ?? []).map((day) => ({ day, status: 'closed' })),
  );
  if (spec.capacity) await insert('frame_capacities', capacityRows(spec, spec.capacity));
}

type Insert = (table: string, rows: Record<string, unknown>[]) => Promise<void>;

async function insertCourse(
  insert: Insert,
  course: CourseSpec,
  optionKeys: { group_code: string; option_code: string }[],
): Promise<void> {
  const key = { client_code: course.client ?? INDIVIDUAL, fiscal_year: course.year ?? YEAR, course_code: course.code };
  await insert('courses', [
    {
      ...key,
      name: course.name ?? `コース${course.code}`,
      published: course.published ?? true,
      registration_from: course.registration?.[0] ?? '2026-01-01',
      registration_to: course.registration?.[1] ?? '2028-03-31',
    },
  ]);
  const rows = (specs: readonly RowSpec[]) =>
    specs.map(({ category, sex, ages = [0, 999] }, index) => ({
      ...key,
      condition_code: pairCode(index + 1),
      category_code: category ?? null,
      sex: sex ?? null,
      age_from: ages[0],
      age_to: ages[1],
    }));
  await insert(
    'course_prices',
    rows(course.prices).map((row, index) => ({ ...row, amount: course.prices[index]!.amount })),
  );
  await insert(
    'course_frames',
    rows(course.frames).map((row, index) => ({ ...row, frame_code: course.frames[index]!.frame })),
  );
  const options = course.options ?? [];
  await insert(
    'course_options',
    rows(options).map((row, index) => {
      const { option, amount } = options[index]!;
      const found = optionKeys.find(({ option_code }) => option_code === option)!;
      return { ...row, group_code: found.group_code, option_code: option, amount };
    }),
  );
}

function capacityRows(spec: WorldSpec, { from, to, frames }: NonNullable<WorldSpec['capacity']>) {
  const rows: Record<string, unknown>[] = [];
  for (const [frame_code, capacities] of Object.entries(frames)) {
    const slots =
      typeof capacities !== 'number'
        ? Object.entries(capacities)
        : spec.frames[frame_code]?.by === 'day'
          ? [[WHOLE_DAY, capacities] as const]
          : Object.keys(spec.slots ?? {}).map((slot) => [slot, capacities] as const);
    for (let date = from; date <= to; date = addDays(date, 1)) {
      for (const [slot_code, capacity] of slots) rows.push({ frame_code, visit_date: date, slot_code, capacity });
    }
  }
  return rows;
}

export const code4 = (number: number) => decimalCode(number, 4) ?? '';
