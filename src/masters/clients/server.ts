// Keeps the clients.
import type { Db } from '#db/database.ts';
import { today } from '#domain/calendar/clock.ts';
import { fiscalYearOf } from '#domain/calendar/fiscal-year.ts';
import { INDIVIDUAL } from '#domain/offer/sentinels.ts';
import { decimalCode } from '#domain/text/codes.ts';
import { nextCode } from '#server/records/codes.ts';
import { deleteRecords, handleSave, lockMaster, refuseIfUsed, updateMaster } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { notFound, refused } from '#wire/failure.ts';
import type { Value } from '#wire/record.ts';
import { clientCalls, clientFormLookup } from './contract.ts';

export const clientHandlers: Handler[] = [
  handle(clientCalls.list, async (db, who) => ({ rows: await readClients(db, who) })),

  handle(clientFormLookup, async (_db, who) => ({ fiscalYear: fiscalYearOf(today(who.now)) })),

  handle(clientCalls.open, async (db, who, { clientCode }) => {
    const row = await db
      .selectFrom('clients')
      .select(['institution_code', 'name', 'name_kana', 'short_name', 'insurer_number', 'url', 'usable'])
      .select(['age_basis', 'age_month', 'age_day', 'booking_method', 'guest_booking', 'questionnaire_shown'])
      .select(['prices_shown', 'reminder_days', 'promotion_months', 'version'])
      .where('institution_code', '=', who.institutionCode)
      .where('client_code', '=', clientCode)
      .executeTakeFirst();
    if (!row) throw notFound();
    return {
      record: {
        institutionCode: row.institution_code,
        clientCode,
        name: row.name,
        nameKana: row.name_kana,
        shortName: row.short_name,
        insurerNumber: row.insurer_number,
        url: row.url,
        usable: word(row.usable),
        ageBasis: row.age_basis,
        ageMonth: row.age_month,
        ageDay: row.age_day,
        bookingMethod: row.booking_method,
        guestBooking: word(row.guest_booking),
        questionnaireShown: word(row.questionnaire_shown),
        pricesShown: word(row.prices_shown),
        reminderDays: row.reminder_days,
        promotionMonths: row.promotion_months,
      },
      version: String(row.version),
    };
  }),

  handleSave(clientCalls.register, async (db, who, client) => {
    const clientCode = await nextCode(db, who, 'clients', (number) => decimalCode(number, 8));
    await db
      .insertInto('clients')
      .values({ institution_code: who.institutionCode, client_code: clientCode, ...columns(client) })
      .execute();
    return { clientCode };
  }),

  handleSave(clientCalls.update, async (db, who, { clientCode, version, ...client }) => {
    const own = { institution_code: who.institutionCode, client_code: clientCode };
    await lockMaster(db, who, 'clients', own, version);
    return updateMaster(db, 'clients', own, columns(client));
  }),

  handleSave(clientCalls.remove, async (db, who, { clientCode, version }) => {
    const own = { institution_code: who.institutionCode, client_code: clientCode };
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
    return { rows: await readClients(db, who) };
  }),
];

const word = (value: boolean) => (value ? ('yes' as const) : ('no' as const));

function columns(client: Value<typeof clientCalls.values>) {
  const countsAtVisit = client.ageBasis === 'visit_day';
  return {
    name: client.name,
    name_kana: client.nameKana,
    short_name: client.shortName,
    insurer_number: client.insurerNumber,
    url: client.url,
    usable: client.usable === 'yes',
    age_basis: client.ageBasis,
    age_month: countsAtVisit ? 0 : client.ageMonth,
    age_day: countsAtVisit ? 0 : client.ageDay,
    booking_method: client.bookingMethod,
    guest_booking: client.guestBooking === 'yes',
    questionnaire_shown: client.questionnaireShown === 'yes',
    prices_shown: client.pricesShown === 'yes',
    reminder_days: client.reminderDays,
    promotion_months: client.promotionMonths,
  };
}

/** By code, so that the client of those who pay themselves comes first. */
async function readClients(db: Db, who: Administrator) {
  const rows = await db
    .selectFrom('clients')
    .select(['institution_code', 'client_code', 'name', 'insurer_number', 'usable'])
    .where('institution_code', '=', who.institutionCode)
    .orderBy('client_code')
    .execute();
  return rows.map((row) => ({
    institutionCode: row.institution_code,
    clientCode: row.client_code,
    name: row.name,
    insurerNumber: row.insurer_number,
    usable: word(row.usable),
  }));
}
