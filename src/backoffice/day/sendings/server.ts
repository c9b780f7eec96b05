// What is sent before a visit: the lists, the marks, and the file for a carrier.
import { answerFile, type Columns } from '#backoffice/files/answer-file.ts';
import { downloadSendings, markSendings, openSendings, type Sending } from '#backoffice/shared/contract-sendings.ts';
import type { Db } from '#db/database.ts';
import { formatOfficeDate } from '#domain/calendar/japanese-dates.ts';
import { hyphenate } from '#domain/text/address.ts';
import { NO_ADDRESS } from '#domain/text/check-address.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { Failure } from '#wire/failure.ts';
import { openList, readHead, readSendings } from './server-list.ts';
import { markMany } from './server-mark.ts';

const NAME = '発送';

const columnsFor = (what: string): Columns<Sending> => ({
  予約番号: ({ number }) => String(number),
  郵便番号: ({ postalCode }) => hyphenate(postalCode),
  都道府県: ({ prefecture }) => prefecture,
  市区町村: ({ city }) => city,
  '番地・建物名': ({ street }) => street,
  氏名: ({ name }) => name,
  敬称: () => '様',
  カナ氏名: ({ kana }) => kana,
  電話番号: ({ phone }) => phone,
  品名: () => what,
  受診日: ({ visitDate }) => formatOfficeDate(visitDate),
  発送予定日: ({ dueDate }) => formatOfficeDate(dueDate),
});

async function writeCsv(db: Db, who: Administrator, numbers: readonly number[]) {
  const { institutionName, sendingName, sendingDays } = await readHead(db, who);
  const rows = (await readSendings(db, who, numbers, sendingDays)).filter((row) => row.addressMessage !== NO_ADDRESS);
  if (rows.length === 0) throw new Failure('NoData', ['住所のある予約がありません。']);
  return answerFile(db, who, { institutionName, name: NAME, pattern: 'SND' }, columnsFor(sendingName), rows);
}

export const sendingHandlers: Handler[] = [
  handle(openSendings, async (db, who, asked) => {
    const list = await openList(db, who, asked);
    who.trace.details = { conditions: ['発送予定日'], note: NAME, count: list.rows.length };
    return list;
  }),

  handle(markSendings, markMany),

  handle(downloadSendings, (db, who, { numbers }) => writeCsv(db, who, numbers)),
];
