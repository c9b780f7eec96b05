// Keeps the time slots.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatTime, today } from '#domain/calendar/clock.ts';
import { pairCode } from '#domain/text/codes.ts';
import { insertMaster, opened, ownKey, saveMaster } from '#masters/records.ts';
import { deleteRecords, handleSave, lockMaster, nextCode, refuseIfUsed } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Value } from '#wire/record.ts';
import { timeSlotCalls } from './contract.ts';

interface Row {
  slotCode: string;
  name: string;
  startMinute: number;
}

const FIELDS = 'slot_code as "slotCode", name, start_minute as "startMinute"';

const readOne = query<Row & { version: string; takenCount: number }>(`
  select ${FIELDS}, version::text,
         (select coalesce(sum(used), 0)::integer from frame_capacities c
           where c.institution_code = s.institution_code and c.slot_code = s.slot_code
             and c.visit_date >= $3::date) as "takenCount"
    from time_slots s where institution_code = $1 and slot_code = $2`);

const readAll = query<Row>(`
  select ${FIELDS} from time_slots where institution_code = $1 order by start_minute, slot_code`);

export const timeSlotHandlers: Handler[] = [
  handle(timeSlotCalls.list, async (db, who) => ({ rows: await readTimeSlots(db, who) })),

  handle(timeSlotCalls.open, async (db, who, { slotCode }) => {
    const { record, version } = opened(await readOne(db, who.institutionCode, slotCode, today(who.now)));
    return { record: toRecord(record), takenCount: record.takenCount, version };
  }),

  handleSave(timeSlotCalls.register, async (db, who, values) => {
    const slotCode = await nextCode(db, who, 'time-slots', pairCode);
    await insertMaster(db, 'time_slots', { ...ownKey(who, { slotCode }), ...columnsOf(values) });
    return {};
  }),

  handleSave(timeSlotCalls.update, (db, who, { slotCode, version, ...values }) =>
    saveMaster(db, who, 'time_slots', ownKey(who, { slotCode }), version, columnsOf(values)),
  ),

  handleSave(timeSlotCalls.remove, async (db, who, { slotCode, version }) => {
    const own = ownKey(who, { slotCode });
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

const columnsOf = ({ name, hour, minute }: Value<typeof timeSlotCalls.values>) => ({
  name,
  start_minute: hour * 60 + minute,
});

const toRecord = ({ slotCode, name, startMinute: at }: Row) => ({
  slotCode,
  name,
  hour: Math.floor(at / 60),
  minute: at % 60,
  startTime: formatTime(at),
});

const readTimeSlots = async (db: Db, who: Administrator) => (await readAll(db, who.institutionCode)).map(toRecord);
