// The day's reception as a CSV file. It is written down that it was made, and no reservation counts as told by it.

import { nameCsvFile } from '#backoffice/files/csv-file-name.ts';
import { writeLine } from '#backoffice/files/csv-line.ts';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatOfficeDate } from '#domain/calendar/office-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { RECEPTION_WORDS } from '#domain/reservation/reception.ts';
import { STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import type { Administrator } from '#server/service.ts';
import { Failure } from '#wire/failure.ts';
import { NOBODY_BOOKED } from './contract.ts';
import type { MarkedRow } from './server-day.ts';
import { timeOf } from './server-time.ts';

const NAME = '当日受付';
/** Where files by patterns have theirs. */
const PATTERN = 'RCP';

/** Each column with what stands in it. */
const COLUMNS: Readonly<Record<string, (row: MarkedRow) => string>> = {
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

const record = query(`
  insert into csv_downloads (institution_code, at, administrator_id, pattern_code) values ($1, $2, $3, '${PATTERN}')`);

export async function writeCsv(db: Db, who: Administrator, date: PlainDate) {
  const { institutionCode, now, userId } = who;
  const day = await who.service.receptionDays.readMarked(db, who, date);
  if (day.rows.length === 0) throw new Failure('NoData', [NOBODY_BOOKED]);
  await record(db, institutionCode, now, userId);
  who.trace.subject = NAME;
  who.trace.details = { count: day.rows.length };
  who.trace.numbers = day.rows.map(({ number }) => number);
  return {
    fileName: nameCsvFile(day.institutionName, NAME, now),
    header: writeLine(Object.keys(COLUMNS)),
    lines: day.rows.map((row) => writeLine(Object.values(COLUMNS).map((tell) => tell(row)))),
  };
}
