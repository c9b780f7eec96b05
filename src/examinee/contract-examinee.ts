// Who is logged in, as the account has them.
import { examineeCalls } from '#wire/call.ts';
import { SEX } from '#wire/choices.ts';
import { date, dateSelects } from '#wire/dates.ts';
import { choice, integer, orNone } from '#wire/fields.ts';
import { record } from '#wire/record.ts';
import { text } from '#wire/texts.ts';

export const examineeInfo = examineeCalls('CommonTop').read('CommonTopGetUserInfo', {
  reply: record({
    examineeId: integer('trsq', '受診者番号', { max: Number.MAX_SAFE_INTEGER }),
    name: text('name', '氏名'),
    clientCode: text('jgcd', 'クライアントコード'),
    insurerNumber: text('hksh', '保険者番号'),
    sex: orNone(choice('sex', '性別', SEX), 'Z'),
    birthDate: dateSelects({ year: 'btdyYear', month: 'btdyMonth', day: 'btdyDate' }, '生年月日'),
    age: integer('age', '年齢', { max: 999 }),
    categoryCode: orNone(text('hfkb', '対象者区分'), 'Z'),
    fiscalYear: integer('nend', '年度', { min: 2000, max: 2999 }),
    today: date('currentDate', '今日の日付'),
  }),
});
