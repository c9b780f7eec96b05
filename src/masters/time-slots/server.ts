// Keeps the time slots.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { pairCode } from '#domain/text/codes.ts';
import { nextCode } from '#server/records/codes.ts';
import { deleteRecords, handleSave, lockMaster, refuseIfUsed, updateMaster } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { notFound } from '#wire/failure.ts';
import { timeSlotCalls } from './contract.ts';

export const timeSlotHandlers: Handler[] = [
  handle(timeSlotCalls.list, async (db, who) => ({ rows: await readTimeSlots(db, who) })),

  handle(timeSlotCalls.open, async (db, who, { slotCode }) => {
    const slot = await db
      .selectFrom('time_slots as s')
      .select(['s.name', 's.start_minute', 's.version'])
      .select((eb) =>
        eb
          .selectFrom('frame_capacities as c')
          .whereRef('c.institution_code', '=', 's.institution_code')
          .whereRef('c.slot_code', '=', 's.slot_code')
          .where('c.visit_date', '>=', today(who.now))
          .select(sql<number>`coalesce(sum(used), 0)`.as('taken'))
          .as('taken'),
      )
      .where('s.institution_code', '=', who.institutionCode)
      .where('s.slot_code', '=', slotCode)
      .executeTakeFirst();
    if (!slot) throw notFound();
    return {
      record: { slotCode, name: slot.name, ...timeOf(slot.start_minute) },
      takenCount: Number(slot.taken),
      version: String(slot.version),
    };
  }),

  handleSave(timeSlotCalls.register, async (db, who, { name, hour, minute }) => {
    const slotCode = await nextCode(db, who, 'time-slots', pairCode);
    await db
      .insertInto('time_slots')
      .values({ institution_code: who.institutionCode, slot_code: slotCode, name, start_minute: hour * 60 + minute })
      .execute();
    return {};
  }),

  handleSave(timeSlotCalls.update, async (db, who, { slotCode, name, hour, minute, version }) => {
    const own = { institution_code: who.institutionCode, slot_code: slotCode };
    await lockMaster(db, who, 'time_slots', own, version);
    return updateMaster(db, 'time_slots', own, { name, start_minute: hour * 60 + minute });
  }),

  handleSave(timeSlotCalls.remove, async (db, who, { slotCode, version }) => {
    const own = { institution_code: who.institutionCode, slot_code: slotCode };
    const slot = await lockMaster(db, who, 'time_slots', own, version);
    await refuseIfUsed(db, `受付時間「${slot.name}」`, [
      { by: '予約', table: 'reservations', where: own },
      {
        by: '今日以降の枠数',
        table: 'frame_capacities',
        day: 'visit_date',
        where: own,
        and: sql<boolean>`capacity > 0 and visit_date >= ${today(who.now)}`,
      },
    ]);
    await deleteRecords(db, ['frame_capacities', 'time_slots'], own);
    return { rows: await readTimeSlots(db, who) };
  }),
];

function timeOf(startMinute: number) {
  return { hour: Math.floor(startMinute / 60), minute: startMinute % 60, startTime: formatTime(startMinute) };
}

async function readTimeSlots(db: Db, who: Administrator) {
  const rows = await db
    .selectFrom('time_slots')
    .select(['slot_code', 'name', 'start_minute'])
    .where('institution_code', '=', who.institutionCode)
    .orderBy('start_minute')
    .orderBy('slot_code')
    .execute();
  return rows.map((row) => ({ slotCode: row.slot_code, name: row.name, ...timeOf(row.start_minute) }));
}
