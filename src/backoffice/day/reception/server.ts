// The day's reception: its list, the marks of who has come, and its file.
import { answerFile, type Columns } from '#backoffice/files/answer-file.ts';
import { markReception, type ReceptionDay, scanReception } from '#backoffice/shared/contract-reception.ts';
import type { Db } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { RECEPTION_WORDS, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { gatherNumbers, numbersOf } from '#server/access-log/call-log.ts';
import { byStaff, writeLog } from '#server/access-log/write-log.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { Failure } from '#wire/failure.ts';
import { downloadReception, markRest, NOBODY_BOOKED, openReceptionList, watchReception } from './contract.ts';
import { type MarkedRow, timeOf } from './server-day.ts';
import { type MarkChange, markMany, markOne, markScanned } from './server-marks.ts';
import { readVersion } from './server-stored.ts';

const NAME = '当日受付';

export const COLUMNS: Columns<MarkedRow> = {
  受診日: ({ visitDate }) => formatOfficeDate(visitDate),
  受付時間: ({ startMinute }) => formatTime(startMinute),
  予約番号: ({ number }) => String(number),
  患者番号: ({ patientNumber }) => patientNumber,
  カナ氏名: ({ kana }) => kana,
  氏名: ({ name }) => name,
  生年月日: ({ birthDate }) => formatOfficeDate(birthDate),
  性別: ({ sex }) => SEX_WORDS[sex],
  年齢: ({ age }) => String(age),
  クライアント名: ({ clientName }) => clientName,
  コース名: ({ internalName, courseName }) => internalName || courseName,
  オプション: ({ optionNames }) => optionNames.join('・'),
  予約状況: ({ status }) => STATUS_WORDS[status],
  受付状況: ({ reception }) => RECEPTION_WORDS[reception],
  来院時刻: ({ reception, receivedAt }) => (reception === 'arrived' && receivedAt ? timeOf(receivedAt) : ''),
  備考: ({ remarks }) => remarks,
  スタッフメモ: ({ staffMemo }) => staffMemo,
};

async function writeCsv(db: Db, who: Administrator, date: PlainDate) {
  const day = await who.service.receptionDays.readMarked(db, who, date);
  if (day.rows.length === 0) throw new Failure('NoData', [NOBODY_BOOKED]);
  return answerFile(db, who, { ...day, name: NAME, pattern: 'RCP' }, COLUMNS, day.rows);
}

const shownDay = ({ rows }: ReceptionDay) => ({ conditions: ['受診日'], note: NAME, count: rows.length });

export const receptionHandlers: Handler[] = [
  handle(openReceptionList, async (db, who, { date, version }) => {
    const day = await who.service.receptionDays.read(db, who, date ?? today(who.now), version);
    if (day) who.trace.details = shownDay(day);
    else who.trace.isUnlogged = true;
    return { isSame: day === null, day };
  }),

  handle(watchReception, async (db, who, { date, version }) => {
    return { isSame: (await readVersion(db, who.institutionCode, date)) === version };
  }),

  handle(markReception, async (db, who, sent) => {
    const { isAlready, visitDate } = await markOne(db, who, sent);
    return { isAlready, ...(await who.service.receptionDays.readAfter(db, who, visitDate)) };
  }),

  handle(scanReception, async (db, who, { number, date }) => {
    const { isAlready } = await markScanned(db, who, number, date);
    return { isAlready, ...(await who.service.receptionDays.readAfter(db, who, date)) };
  }),

  handle(markRest, async (db, who, { date, numbers, reception }) => {
    const turn: MarkChange = reception === 'none' ? { from: 'no_show', to: 'none' } : { from: 'none', to: 'no_show' };
    const count = await markMany(db, who, { date, numbers, turn });
    const day = await who.service.receptionDays.readAfter(db, who, date);
    // The answer is the whole day, also where nobody was left to be marked.
    const shown = numbersOf(gatherNumbers(day, new Set()), '');
    if (count === 0) await writeLog(db, { ...byStaff(who), act: 'search', details: shownDay(day), numbers: shown });
    return { count, ...day };
  }),

  handle(downloadReception, (db, who, { date }) => writeCsv(db, who, date)),
];
