// Keeps the reservation frames.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { compiled } from '#db/query.ts';
import { today } from '#domain/clock.ts';
import { decimalCode } from '#domain/codes.ts';
import { WHOLE_DAY } from '#domain/sentinels.ts';
import { nextCode } from '#server/codes.ts';
import { handleSave } from '#server/masters-lock.ts';
import { answerVersion, lockRecord } from '#server/record-version.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { refuseIfUsed } from '#server/usage.ts';
import { notFound, refused } from '#wire/failure.ts';
import { deleteFrame, listFrames, openFrame, registerFrame, updateFrame } from './contract.ts';

export const frameHandlers: Handler[] = [
  handle(listFrames, async (db, who) => ({ rows: await readFrames(db, who) })),

  handle(openFrame, async (db, who, { frameCode }) => {
    const frame = await db
      .selectFrom('frames as f')
      .select(['f.institution_code as institutionCode', 'f.frame_code as frameCode', 'f.name'])
      .select(['f.managed_by as managedBy', 'f.counted_as as countedAs', 'f.version'])
      .select((eb) => [
        eb
          .selectFrom('frame_capacities as c')
          .whereRef('c.institution_code', '=', 'f.institution_code')
          .whereRef('c.frame_code', '=', 'f.frame_code')
          .where('c.visit_date', '>=', today(who.now))
          .select([sql<string>`json_build_array(count(*), coalesce(sum(used), 0))`.as('counts')])
          .as('counts'),
      ])
      .where('f.institution_code', '=', who.institutionCode)
      .where('f.frame_code', '=', frameCode)
      .executeTakeFirst();
    if (!frame) throw notFound();
    const { counts, version, ...record } = frame;
    const [capacityCount, takenCount] = counts as unknown as [number, number];
    return { record, capacityCount, takenCount, version: String(version) };
  }),

  handleSave(registerFrame, async (db, who, { name, managedBy, countedAs }) => {
    const frameCode = await nextCode(db, who.institutionCode, 'frames', (number) => decimalCode(number, 4));
    await db
      .insertInto('frames')
      .values({
        institution_code: who.institutionCode,
        frame_code: frameCode,
        name,
        managed_by: managedBy,
        counted_as: countedAs,
      })
      .execute();
    return {};
  }),

  handleSave(updateFrame, async (db, who, { frameCode, name, managedBy, countedAs, version }) => {
    const own = { institution_code: who.institutionCode, frame_code: frameCode };
    // A booking that is just taking a place reads how to count it under the same lock.
    const before = await lockRecord(db, 'frames', own, version, ['managed_by', 'counted_as']);
    if (before.managed_by !== managedBy || before.counted_as !== countedAs) {
      await refuseIfTaken(db, who, frameCode);
    }
    if (before.managed_by !== managedBy) await dropCapacity(db, who, frameCode, managedBy);
    const updated = await db
      .updateTable('frames')
      .set({ name, managed_by: managedBy, counted_as: countedAs })
      .where('institution_code', '=', who.institutionCode)
      .where('frame_code', '=', frameCode)
      .returning('version')
      .executeTakeFirstOrThrow();
    return answerVersion(updated);
  }),

  handleSave(deleteFrame, async (db, who, { frameCode, version }) => {
    const own = { institution_code: who.institutionCode, frame_code: frameCode };
    const frame = await lockRecord(db, 'frames', own, version, ['name']);
    await refuseIfUsed(db, `予約枠「${frame.name}」`, [
      { by: 'コースの予約枠', table: 'course_frames', where: own },
      { by: 'オプション項目', table: 'option_items', where: own },
      { by: '予約', table: 'reservation_places', where: own },
      {
        by: '今日以降の枠数',
        table: 'frame_capacities',
        where: own,
        and: sql<boolean>`capacity > 0 and visit_date >= ${today(who.now)}`,
      },
    ]);
    for (const table of ['frame_capacities', 'frames'] as const) {
      await db
        .deleteFrom(table)
        .where('institution_code', '=', who.institutionCode)
        .where('frame_code', '=', frameCode)
        .execute();
    }
    return { rows: await readFrames(db, who) };
  }),
];

const readFrames = compiled((db, { institutionCode }: { institutionCode: string }) =>
  db
    .selectFrom('frames')
    .select(['institution_code as institutionCode', 'frame_code as frameCode', 'name'])
    .select(['managed_by as managedBy', 'counted_as as countedAs'])
    .where('institution_code', '=', institutionCode)
    .orderBy('frame_code'),
);

async function refuseIfTaken(db: Db, who: Administrator, frameCode: string): Promise<void> {
  const { taken } = await db
    .selectFrom('frame_capacities')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('used'), sql<number>`0`).as('taken'))
    .where('institution_code', '=', who.institutionCode)
    .where('frame_code', '=', frameCode)
    .where('visit_date', '>=', today(who.now))
    .executeTakeFirstOrThrow();
  if (Number(taken) > 0) {
    throw refused(`今日以降に${taken}枠の予約が入っているため、枠管理と人数の数え方は変更できません。`);
  }
}

/** Capacity by day means nothing to a frame managed by time, and the other way round; the past stays as it was. */
async function dropCapacity(db: Db, who: Administrator, frameCode: string, managedBy: 'day' | 'time'): Promise<void> {
  await db
    .deleteFrom('frame_capacities')
    .where('institution_code', '=', who.institutionCode)
    .where('frame_code', '=', frameCode)
    .where('visit_date', '>=', today(who.now))
    .where('slot_code', managedBy === 'day' ? '!=' : '=', WHOLE_DAY)
    .execute();
}
