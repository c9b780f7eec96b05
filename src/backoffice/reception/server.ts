// The day's reception: its list, the marks of who has come, and its file.
import { today } from '#domain/calendar/clock.ts';
import { type Handler, handle } from '#server/service.ts';
import { downloadReception, markReception, markRest, openReceptionList, scanReception } from './contract.ts';
import { writeCsv } from './server-csv.ts';
import { readDay } from './server-day.ts';
import { markOne, markOthers, markScanned } from './server-marks.ts';

export const receptionHandlers: Handler[] = [
  handle(openReceptionList, async (db, who, { date, version }) => {
    const day = await readDay(db, who, date ?? today(who.now), version);
    if (day) who.trace.details = { conditions: ['受診日'], note: '当日受付', count: day.rows.length };
    else who.trace.isNothing = true;
    return { isSame: day === null, day };
  }),

  handle(markReception, async (db, who, sent) => {
    const { isAlready, visitDate } = await markOne(db, who, sent);
    return { isAlready, ...(await readDay(db, who, visitDate)) };
  }),

  handle(scanReception, async (db, who, { number, date }) => {
    const { isAlready } = await markScanned(db, who, number, date);
    return { isAlready, ...(await readDay(db, who, date)) };
  }),

  handle(markRest, async (db, who, { date, numbers }) => {
    const count = await markOthers(db, who, { date, numbers });
    return { count, ...(await readDay(db, who, date)) };
  }),

  handle(downloadReception, (db, who, { date }) => writeCsv(db, who, date)),
];
