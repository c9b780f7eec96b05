// What stands in the CSV files of a day.
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { formatTime } from '#domain/calendar/time-of-day.ts';
import { SEX_WORDS } from '#domain/offer/conditions.ts';
import { RECEPTION_WORDS, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
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
