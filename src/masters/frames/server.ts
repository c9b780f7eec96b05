// Keeps the reservation frames.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { WHOLE_DAY } from '#domain/offer/sentinels.ts';
import { STAFF_STATUSES } from '#domain/reservation/reservation-status.ts';
import { fourDigits, insertMaster, opened, ownKey, readFrames, selectFields, toColumns } from '#masters/records.ts';
import {
  deleteRecords,
  handleSave,
  lockMaster,
  nextCode,
  refuseIfUsed,
  updateMaster,
} from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { refused } from '#wire/failure.ts';
import type { Value } from '#wire/record.ts';
import { frameCalls, lookUpForFrame } from './contract.ts';

const readOne = query<Value<typeof frameCalls.stored> & { version: string }>(`
  select ${selectFields(frameCalls.stored)}, version::text from frames where institution_code = $1 and frame_code = $2`);

const findSlot = query<{ hasSlots: boolean }>(`
  select exists (select from time_slots where institution_code = $1) as "hasSlots"`);

export const frameHandlers: Handler[] = [
  handle(frameCalls.list, async (db, who) => ({ rows: await readFrames(db, who.institutionCode) })),

  handle(frameCalls.open, async (db, who, { frameCode }) => ({
    ...opened(await readOne(db, who.institutionCode, frameCode)),
    ...(await readUse(db, who, frameCode)),
  })),

  handle(lookUpForFrame, async (db, who) => (await findSlot(db, who.institutionCode))[0]!),

  handleSave(frameCalls.register, async (db, who, values) => {
    const frameCode = await nextCode(db, who, 'frames', fourDigits);
    await insertMaster(db, 'frames', { ...ownKey(who, { frameCode }), ...toColumns(values) });
    return {};
  }),

  handleSave(frameCalls.update, async (db, who, { frameCode, version, ...values }) => {
    const own = ownKey(who, { frameCode });
    const { managedBy, countedAs } = values;
    // A booking that is just taking a place reads how to count it under the same lock.
    const before = await lockMaster(db, who, 'frames', own, version);
    if (before.managed_by !== managedBy || before.counted_as !== countedAs) {
      refuseIfNeeded(await readUse(db, who, frameCode));
    }
    if (before.managed_by !== managedBy) {
      await deleteCapacity(db, who.institutionCode, frameCode, today(who.now), managedBy === 'time');
    }
    return updateMaster(db, 'frames', own, toColumns(values));
  }),

  handleSave(frameCalls.remove, async (db, who, { frameCode, version }) => {
    const own = ownKey(who, { frameCode });
    const frame = await lockMaster(db, who, 'frames', own, version);
    await refuseIfUsed(db, `予約枠「${frame.name}」`, [
      { by: 'コースの予約枠', table: 'course_frames', where: own },
      { by: 'オプション項目', table: 'option_items', where: own },
      { by: '予約', table: 'reservation_places', where: own },
      {
        by: '今日以降の枠数',
        table: 'frame_capacities',
        day: 'visit_date',
        where: own,
        and: sql<boolean>`capacity > 0 and visit_date >= ${today(who.now)}`,
      },
    ]);
    await deleteRecords(db, ['frame_capacities', 'frames'], own);
    return { rows: await readFrames(db, who.institutionCode) };
  }),
];

type Use = Record<'capacityCount' | 'takenCount' | 'waitCount', number>;

/**
 * From today on ($3): capacities, places taken, and reservations that hold none there and still may, since staff can give them
 * any of the statuses $4. Those will want their places as the frame counted when they were made.
 */
const countUse = query<Use>(`
  select count(*) as "capacityCount", coalesce(sum(used), 0) as "takenCount",
         (select count(distinct p.reservation_number)
            from reservation_places p join reservations r using (institution_code, reservation_number)
           where p.institution_code = $1 and p.frame_code = $2 and p.visit_date >= $3::date
             and not p.held and p.origin = 'own' and r.status = any($4::text[])) as "waitCount"
    from frame_capacities
   where institution_code = $1 and frame_code = $2 and visit_date >= $3::date`);

async function readUse(db: Db, who: Administrator, frameCode: string): Promise<Use> {
  const [use] = await countUse(db, who.institutionCode, frameCode, today(who.now), STAFF_STATUSES);
  if (!use) throw new Error('A count is always answered.');
  return use;
}

function refuseIfNeeded({ takenCount, waitCount }: Use): void {
  if (takenCount > 0) {
    throw refused(`今日以降に${takenCount}枠の予約が入っているため、枠管理と人数の数え方は変更できません。`);
  }
  if (waitCount > 0) {
    throw refused(
      `今日以降にこの予約枠を使う希望予約または取消済みの予約が${waitCount}件あるため、枠管理と人数の数え方は変更できません。`,
    );
  }
}

/** Capacity by day means nothing to a frame managed by time, and the other way round; the past stays as it was. */
const deleteCapacity = query(`
  delete from frame_capacities
   where institution_code = $1 and frame_code = $2 and visit_date >= $3::date and (slot_code = '${WHOLE_DAY}') = $4`);
