// One institution asked, or up to two hundred at once: what is kept in memory for each must not make the others slower.
import type { Row } from '../frame/row.ts';
import { asking, requestTo, type World, type Worlds } from '../frame/world.ts';
import { CALENDAR, monthForm } from './examinee.ts';

const AT_ONCE = [10, 50, 200];

/** The month of each in turn. */
function monthsOf(world: World, count: number) {
  const requests = world.institutions
    .slice(0, count)
    .map(({ institutionCode }) =>
      requestTo(world, { path: CALENDAR, form: monthForm(world.ground, { institutionCode }) }),
    );
  return asking(world, { next: (_, n) => requests[n % requests.length]! });
}

export async function institutionRows({ many }: Worlds): Promise<Row[]> {
  return AT_ONCE.map((count) => Math.min(count, many.institutions.length))
    .filter((count, at, all) => count > 1 && all.indexOf(count) === at)
    .map((count) => ({
      name: `month, of ${count} institutions by turns`,
      calls: 2000,
      act: monthsOf(many, count),
      references: [{ name: 'the same of one', act: monthsOf(many, 1), least: 0.4 }],
    }));
}
