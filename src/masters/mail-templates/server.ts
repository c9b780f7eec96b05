// Keeps the mail templates.
import { sql } from 'kysely';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { senderPlace } from '#domain/mail/invitation-notice.ts';
import { formatAddress, joinAddress } from '#domain/text/address.ts';
import { decimalCode } from '#domain/text/codes.ts';
import { requireFresh } from '#server/access/staff-sessions.ts';
import { isFrom, readSenderDomains } from '#server/mail/senders.ts';
import { nextCode } from '#server/records/codes.ts';
import { deleteRecords, handleSave, lockMaster, updateMaster } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import { Failure, invalid, notFound, refused } from '#wire/failure.ts';
import type { Value } from '#wire/record.ts';
import { KIND_ORDER, lookUpForMailTemplate, mailTemplateCalls } from './contract.ts';

type Values = Value<typeof mailTemplateCalls.values>;

const STORED_COLUMNS = [
  'm.institution_code as institutionCode',
  'm.template_code as templateCode',
  'm.kind',
  'm.client_code as clientCode',
  'm.course_code as courseCode',
  'm.title',
  'm.body',
  'm.sender',
  'm.reply_to as replyTo',
  'm.bcc',
] as const;

export const mailTemplateHandlers: Handler[] = [
  handle(mailTemplateCalls.list, async (db, who) => ({ rows: await readTemplates(db, who) })),

  handle(lookUpForMailTemplate, async (db, who) => {
    const institution = await db
      .selectFrom('institutions')
      .select(['route_param', 'name', 'contract_phone', 'phone_hours'])
      .select(['exam_postal_code', 'exam_address1', 'exam_address2'])
      .select(['contract_postal_code', 'contract_address1', 'contract_address2'])
      .where('institution_code', '=', who.institutionCode)
      .executeTakeFirstOrThrow();
    const clients = await db
      .selectFrom('clients')
      .select(['client_code as clientCode', 'name'])
      .where('institution_code', '=', who.institutionCode)
      .orderBy('client_code')
      .execute();
    const courses = await newestCourses(db, who).execute();
    const places = {
      postalCode: institution.exam_postal_code,
      address: joinAddress(institution.exam_address1, institution.exam_address2),
      contractPostalCode: institution.contract_postal_code,
      contractAddress: joinAddress(institution.contract_address1, institution.contract_address2),
    };
    return {
      clients,
      courses,
      institutionName: institution.name,
      phone: institution.contract_phone,
      phoneHours: institution.phone_hours,
      address: formatAddress(places),
      senderAddress: senderPlace(places),
      loginUrl: `${who.service.config.publicUrl}/CommonLogin/${institution.route_param}`,
    };
  }),

  handle(mailTemplateCalls.open, async (db, who, { templateCode }) => {
    const template = await db
      .selectFrom('mail_templates as m')
      .select([...STORED_COLUMNS, 'm.version'])
      .where('m.institution_code', '=', who.institutionCode)
      .where('m.template_code', '=', templateCode)
      .executeTakeFirst();
    if (!template) throw notFound();
    const { version, ...record } = template;
    return { record, version: String(version) };
  }),

  handleSave(mailTemplateCalls.register, async (db, who, values) => {
    await checkSender(db, who, values);
    await checkTarget(db, who, values);
    const { sender, bcc } = values;
    if (bcc !== '' || !(await isUsualSender(db, who, sender))) requireFresh(who);
    const templateCode = await nextCode(db, who, 'mail-templates', (number) => decimalCode(number, 4));
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('mail_templates')
      .values({
        institution_code: who.institutionCode,
        template_code: templateCode,
        kind: values.kind,
        client_code: values.clientCode,
        course_code: values.courseCode,
        ...textsOf(values),
      })
      .onConflict((conflict) => conflict.constraint('mail_templates_one_per_target').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) {
      throw refused('同じ分類・クライアント・コースのメールテンプレートがすでに登録されています。');
    }
    who.trace.details = { changes: [newly('送信元', sender), ...(bcc === '' ? [] : [newly('BCC', bcc)])] };
    return {};
  }),

  handleSave(mailTemplateCalls.update, async (db, who, { templateCode, version, ...values }) => {
    const own = { institution_code: who.institutionCode, template_code: templateCode };
    const before = await lockMaster(db, who, 'mail_templates', own, version);
    const same =
      before.kind === values.kind &&
      before.client_code === values.clientCode &&
      before.course_code === values.courseCode;
    if (!same) throw refused('分類・クライアント・コースは変更できません。');
    await checkSender(db, who, values);
    if (before.sender !== values.sender || before.bcc !== values.bcc) requireFresh(who);
    return updateMaster(db, 'mail_templates', own, textsOf(values));
  }),

  handleSave(mailTemplateCalls.remove, async (db, who, { templateCode, version }) => {
    const own = { institution_code: who.institutionCode, template_code: templateCode };
    await lockMaster(db, who, 'mail_templates', own, version);
    await deleteRecords(db, ['mail_templates'], own);
    return { rows: await readTemplates(db, who) };
  }),
];

function textsOf({ title, body, sender, replyTo, bcc }: Values) {
  return { title, body, sender, reply_to: replyTo, bcc };
}

/** A course keeps its code from year to year: each once, by its newest name. */
function newestCourses(db: Db, who: Administrator) {
  return db
    .selectFrom('courses')
    .distinctOn(['client_code', 'course_code'])
    .select(['client_code as clientCode', 'course_code as courseCode', 'name'])
    .where('institution_code', '=', who.institutionCode)
    .orderBy('client_code')
    .orderBy('course_code')
    .orderBy('fiscal_year', 'desc');
}

async function checkSender(db: Db, who: Administrator, { sender }: Values): Promise<void> {
  const domains = await readSenderDomains(db, who.service.config, who.institutionCode);
  if (isFrom(domains, sender)) return;
  throw invalid(`送信元には ${domains?.join('、')} のメールアドレスを入力してください。`);
}

const newly = (what: string, to: string) => ({ what, from: '', to });

const findSender = query<{ isUsual: boolean }>(`
  select exists (select from mail_templates where institution_code = $1 and sender = $2) as "isUsual"`);

/** Whether other mails of the institution are sent from there. */
async function isUsualSender(db: Db, who: Administrator, sender: string): Promise<boolean> {
  const [found] = await findSender(db, who.institutionCode, sender);
  return found?.isUsual ?? false;
}

const findTarget = query<{ client: boolean; course: boolean }>(`
  select exists (select from clients where institution_code = $1 and client_code = $2) as client,
         exists (select from courses where institution_code = $1 and client_code = $2 and course_code = $3) as course`);

/** Client and course may have gone since the form was opened. */
async function checkTarget(db: Db, who: Administrator, { clientCode, courseCode }: Values): Promise<void> {
  if (clientCode === null) return;
  const [found] = await findTarget(db, who.institutionCode, clientCode, courseCode);
  if (!found?.client) throw gone('クライアント');
  if (courseCode !== null && !found.course) throw gone('コース');
}

const gone = (what: string) =>
  new Failure('Changed', [`選択された${what}が見つかりません。${what}を選び直してください。`]);

async function readTemplates(db: Db, who: Administrator) {
  const rows = await db
    .with('k', () => newestCourses(db, who))
    .selectFrom('mail_templates as m')
    .leftJoin('clients as c', (join) =>
      join.onRef('c.institution_code', '=', 'm.institution_code').onRef('c.client_code', '=', 'm.client_code'),
    )
    .leftJoin('k', (join) =>
      join.onRef('k.clientCode', '=', 'm.client_code').onRef('k.courseCode', '=', 'm.course_code'),
    )
    .select(STORED_COLUMNS)
    .select(['c.name as clientName', 'k.name as courseName'])
    .where('m.institution_code', '=', who.institutionCode)
    // Kinds in the order of their codes; within one from the general to the special, as the choice goes.
    .orderBy(sql`array_position(${KIND_ORDER}::text[], m.kind)`)
    .orderBy('m.client_code', (order) => order.asc().nullsFirst())
    .orderBy('m.course_code', (order) => order.asc().nullsFirst())
    .execute();
  return rows.map((row) => ({ ...row, clientName: row.clientName ?? '', courseName: row.courseName ?? '' }));
}
