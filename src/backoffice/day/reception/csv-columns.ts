// What stands in the CSV files of a day, and the line in the book of files that each leaves: no reservation counts as passed on by it.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { RECEPTION_WORDS, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import type { Administrator } from '#server/service.ts';
import { type MarkedRow, timeOf } from './server-day.ts';

/** Each column with what stands in it. */
export const COLUMNS: Readonly<Record<string, (row: MarkedRow) => string>> = {
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

const insert = query(`
  insert into csv_downloads (institution_code, at, administrator_id, pattern_code) values ($1, $2, $3, $4)`);

/** `pattern` stands where files by patterns have theirs. */
export const recordFile = (db: Db, { institutionCode, now, userId }: Administrator, pattern: string) =>
  insert(db, institutionCode, now, userId, pattern);
