// Keeps the mail templates.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { senderPlace } from '#domain/mail/invitation-notice.ts';
import { formatAddress } from '#domain/text/address.ts';
import { fourDigits, opened, ownKey, readClients, selectFields, toColumns } from '#masters/records.ts';
import { requireFresh } from '#server/access/staff-sessions.ts';
import { isFrom, readSenderDomains } from '#server/mail/outbox-delivery.ts';
import { deleteRecords, handleSave, lockMaster, nextCode, updateMaster } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Reply } from '#wire/call.ts';
import { Failure, invalid, notFound, refused } from '#wire/failure.ts';
import type { Value } from '#wire/record.ts';
import { KIND_ORDER, lookUpForMailTemplate, mailTemplateCalls } from './contract.ts';

type Values = Value<typeof mailTemplateCalls.values>;
type Lookup = Reply<typeof lookUpForMailTemplate>;

const FIELDS = selectFields(mailTemplateCalls.stored, 'm.');

const readOne = query<Value<typeof mailTemplateCalls.stored> & { version: string }>(`
  select ${FIELDS}, m.version::text from mail_templates m where m.institution_code = $1 and m.template_code = $2`);

/** A course keeps its code from year to year: each once, by its newest name. */
const NEWEST_COURSES = `
  select distinct on (client_code, course_code) client_code as "clientCode", course_code as "courseCode", name
    from courses where institution_code = $1
   order by client_code, course_code, fiscal_year desc`;

const readCourses = query<Lookup['courses'][number]>(NEWEST_COURSES);

type Place = 'postalCode' | 'address' | 'contractPostalCode' | 'contractAddress';

const readInstitution = query<Record<'institutionName' | 'phone' | 'phoneHours' | 'routeParam' | Place, string>>(`
  select name as "institutionName", contract_phone as phone, phone_hours as "phoneHours", route_param as "routeParam",
         exam_postal_code as "postalCode", trim(exam_address1 || ' ' || exam_address2) as address,
         contract_postal_code as "contractPostalCode",
         trim(contract_address1 || ' ' || contract_address2) as "contractAddress"
    from institutions where institution_code = $1`);

/** Kinds in the order of their codes ($2); within one from the general to the special, as the choice goes. */
const readAll = query<Reply<typeof mailTemplateCalls.list>['rows'][number]>(`
  with k as (${NEWEST_COURSES})
  select ${FIELDS}, coalesce(c.name, '') as "clientName", coalesce(k.name, '') as "courseName"
    from mail_templates m
    left join clients c using (institution_code, client_code)
    left join k on k."clientCode" = m.client_code and k."courseCode" = m.course_code
   where m.institution_code = $1
   order by array_position($2::text[], m.kind), m.client_code nulls first, m.course_code nulls first`);

const readTemplates = (db: Db, who: Administrator) => readAll(db, who.institutionCode, KIND_ORDER);

export const mailTemplateHandlers: Handler[] = [
  handle(mailTemplateCalls.list, async (db, who) => ({ rows: await readTemplates(db, who) })),

  handle(lookUpForMailTemplate, async (db, who) => {
    const [institution] = await readInstitution(db, who.institutionCode);
    if (!institution) throw notFound();
    const { institutionName, phone, phoneHours, routeParam } = institution;
    return {
      clients: await readClients(db, who.institutionCode),
      courses: await readCourses(db, who.institutionCode),
      institutionName,
      phone,
      phoneHours,
      address: formatAddress(institution),
      senderAddress: senderPlace(institution),
      loginUrl: `${who.service.config.publicUrl}/CommonLogin/${routeParam}`,
    };
  }),

  handle(mailTemplateCalls.open, async (db, who, { templateCode }) =>
    opened(await readOne(db, who.institutionCode, templateCode)),
  ),

  handleSave(mailTemplateCalls.register, async (db, who, values) => {
    await checkSender(db, who, values);
    await checkTarget(db, who, values);
    const { sender, bcc } = values;
    if (bcc !== '' || !(await isUsualSender(db, who, sender))) requireFresh(who);
    const templateCode = await nextCode(db, who, 'mail-templates', fourDigits);
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('mail_templates')
      .values({ ...ownKey(who, { templateCode }), ...toColumns(values) })
      .onConflict((conflict) => conflict.constraint('mail_templates_one_per_target').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) {
      throw refused('同じ分類・クライアント・コースのメールテンプレートがすでに登録されています。');
    }
    who.trace.details = { changes: [newly('送信元', sender), ...(bcc === '' ? [] : [newly('BCC', bcc)])] };
    return {};
  }),

  handleSave(mailTemplateCalls.update, async (db, who, { templateCode, version, ...values }) => {
    const own = ownKey(who, { templateCode });
    const before = await lockMaster(db, who, 'mail_templates', own, version);
    const same =
      before.kind === values.kind &&
      before.client_code === values.clientCode &&
      before.course_code === values.courseCode;
    if (!same) throw refused('分類・クライアント・コースは変更できません。');
    await checkSender(db, who, values);
    if (before.sender !== values.sender || before.bcc !== values.bcc) requireFresh(who);
    return updateMaster(db, 'mail_templates', own, toColumns(values));
  }),

  handleSave(mailTemplateCalls.remove, async (db, who, { templateCode, version }) => {
    const own = ownKey(who, { templateCode });
    await lockMaster(db, who, 'mail_templates', own, version);
    await deleteRecords(db, ['mail_templates'], own);
    return { rows: await readTemplates(db, who) };
  }),
];

async function checkSender(db: Db, who: Administrator, { sender }: Values): Promise<void> {
  const domains = await readSenderDomains(db, who.service.config, who.institutionCode);
  if (isFrom(domains, sender)) return;
  throw invalid(`送信元には ${domains?.join('、')} のメールアドレスを入力してください。`);
}

const newly = (what: string, to: string) => ({ what, from: '', to });

const findSender = query<{ isUsual: boolean }>(`
  select exists (select from mail_templates where institution_code = $1 and sender = $2) as "isUsual"`);

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
