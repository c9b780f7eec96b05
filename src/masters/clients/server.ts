// Keeps the clients.
import { query } from '#db/query.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { decimalCode } from '#domain/text/codes.ts';
import { insertMaster, opened, ownKey, saveMaster, selectFields, toColumns } from '#masters/records.ts';
import { deleteRecords, handleSave, lockMaster, nextCode, refuseIfUsed } from '#server/records/masters.ts';
import { type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { refused } from '#wire/failure.ts';
import type { Value } from '#wire/record.ts';
import { clientCalls, clientFormLookup } from './contract.ts';

const readOne = query<Value<typeof clientCalls.stored> & { version: string }>(`
  select ${selectFields(clientCalls.stored)}, version::text from clients where institution_code = $1 and client_code = $2`);

/** By code, so that the client of those who pay themselves comes first. */
const readAll = query<Reply<typeof clientCalls.list>['rows'][number]>(`
  select ${selectFields(clientCalls.row)} from clients where institution_code = $1 order by client_code`);

export const clientHandlers: Handler[] = [
  handle(clientCalls.list, async (db, who) => ({ rows: await readAll(db, who.institutionCode) })),

  handle(clientFormLookup, async (_db, who) => ({ fiscalYear: fiscalYearOf(today(who.now)) })),

  handle(clientCalls.open, async (db, who, { clientCode }) =>
    opened(await readOne(db, who.institutionCode, clientCode)),
  ),

  handleSave(clientCalls.register, async (db, who, values) => {
    const clientCode = await nextCode(db, who, 'clients', (number) => decimalCode(number, 8));
    await insertMaster(db, 'clients', { ...ownKey(who, { clientCode }), ...columnsOf(values) });
    return { clientCode };
  }),

  handleSave(clientCalls.update, (db, who, { clientCode, version, ...values }) =>
    saveMaster(db, who, 'clients', ownKey(who, { clientCode }), version, columnsOf(values)),
  ),

  handleSave(clientCalls.remove, async (db, who, { clientCode, version }) => {
    const own = ownKey(who, { clientCode });
    const client = await lockMaster(db, who, 'clients', own, version);
    if (clientCode === INDIVIDUAL) throw refused(`「${client.name}」は必ず使うクライアントのため削除できません。`);
    await refuseIfUsed(db, `クライアント「${client.name}」`, [
      { by: 'コース', table: 'courses', where: own },
      { by: '予約', table: 'reservations', where: own },
      { by: 'メールテンプレート', table: 'mail_templates', where: own },
      { by: '受診者', table: 'examinees', where: own },
      { by: '外部ポータル連携', table: 'partner_keys', where: own },
      { by: '外部ポータル連携の受診者', table: 'partner_subjects', where: own },
    ]);
    await deleteRecords(db, ['client_categories', 'clients'], own);
    return { rows: await readAll(db, who.institutionCode) };
  }),
];

const columnsOf = (values: Value<typeof clientCalls.values>) =>
  toColumns(values.ageBasis === 'visit_day' ? { ...values, ageMonth: 0, ageDay: 0 } : values);
