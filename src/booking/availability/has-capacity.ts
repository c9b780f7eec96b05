// Whether a course has a place on any day that can be booked, where a month has none.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { isEmptyWindow, type Window } from '#domain/offer/bookable-window.ts';
import type { AgePhase } from './month-days.ts';

/** $1 institution, $2 from, $3 to, $4 frame codes: those of them that have any capacity on an open day. */
export const FRAMES_WITH_CAPACITY = `
  select needed.frame_code as "frameCode"
    from unnest($4::text[]) as needed (frame_code)
   where exists (
     select from frame_capacities c
      where c.institution_code = $1 and c.frame_code = needed.frame_code
        and c.visit_date between $2::date and $3::date and c.capacity > 0
        and not exists (select from calendar_days d
                         where d.institution_code = $1 and d.day = c.visit_date and d.status = 'closed'))`;

const readFramesWithCapacity = query<{ frameCode: string }>(FRAMES_WITH_CAPACITY);

/** However full: false where something that the course itself needs is nowhere. `phases` are those of the whole window. */
export async function hasCapacity(
  db: Db,
  institutionCode: string,
  window: Window,
  phases: readonly AgePhase[],
): Promise<boolean> {
  if (isEmptyWindow(window)) return false;
  const needed = phases.flatMap(({ courseFrames }) => (courseFrames ? [courseFrames] : []));
  const codes = [...new Set(needed.flat().map(({ frameCode }) => frameCode))];
  const found = new Set(
    (await readFramesWithCapacity(db, institutionCode, window.from, window.to, codes)).map((f) => f.frameCode),
  );
  return needed.some((frames) => frames.every(({ frameCode }) => found.has(frameCode)));
}
