// Keeps the institution's own data and its picture.
import { createHash } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { listReasons } from '#domain/reservation/cancel-reasons.ts';
import { imageUrl } from '#server/http/pictures.ts';
import { answerVersion, handleSave, lockMaster } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { notFound, refused } from '#wire/failure.ts';
import { openInstitution, updateInstitution } from './contract.ts';
import { checkPicture } from './picture.ts';

export const institutionHandlers: Handler[] = [
  handle(openInstitution, async (db, who) => {
    const row = await db
      .selectFrom('institutions as i')
      .leftJoin('institution_images as p', 'p.institution_code', 'i.institution_code')
      .select(['i.name', 'i.name_kana', 'i.name_english', 'i.homepage_url', 'i.contract_postal_code'])
      .select(['i.contract_address1', 'i.contract_address2', 'i.contract_phone', 'i.exam_postal_code'])
      .select(['i.exam_address1', 'i.exam_address2', 'i.exam_phone', 'i.phone_hours', 'i.booking_kinds'])
      .select(['i.calendar_format', 'i.change_deadline_days', 'i.bookable_from_days', 'i.bookable_to_days'])
      .select(['i.first_password', 'i.tax_display', 'i.tax_rounding', 'i.message', 'i.no_course_text'])
      .select(['i.terms_text', 'i.slip_notes', 'i.cancel_reasons', 'i.sending_days', 'i.sending_name', 'i.version'])
      .select(['p.file_name', 'p.sha256'])
      .select((eb) => eb.fn<number | null>('octet_length', ['p.content']).as('size'))
      .where('i.institution_code', '=', who.institutionCode)
      .executeTakeFirst();
    if (!row) throw notFound();
    return {
      name: row.name,
      nameKana: row.name_kana,
      nameEnglish: row.name_english,
      homepageUrl: row.homepage_url,
      contractPostalCode: row.contract_postal_code,
      contractAddress1: row.contract_address1,
      contractAddress2: row.contract_address2,
      contractPhone: row.contract_phone,
      examPostalCode: row.exam_postal_code,
      examAddress1: row.exam_address1,
      examAddress2: row.exam_address2,
      examPhone: row.exam_phone,
      phoneHours: row.phone_hours,
      bookingKinds: row.booking_kinds,
      calendarFormat: row.calendar_format,
      changeDeadlineDays: row.change_deadline_days,
      bookableFromDays: row.bookable_from_days,
      bookableToDays: row.bookable_to_days,
      sendingDays: row.sending_days,
      sendingName: row.sending_name,
      firstPassword: row.first_password,
      taxDisplay: row.tax_display,
      taxRounding: row.tax_rounding,
      message: row.message,
      noCourseText: row.no_course_text,
      termsText: row.terms_text,
      slipNotes: row.slip_notes,
      cancelReasons: row.cancel_reasons,
      pictureRegistered: row.sha256 ? ('yes' as const) : ('no' as const),
      pictureFileName: row.file_name ?? '',
      pictureSize: row.size ?? 0,
      pictureContent: '',
      pictureUrl: row.sha256 ? imageUrl(who.institutionCode, row.sha256) : '',
      version: String(row.version),
    };
  }),

  handleSave(updateInstitution, async (db, who, input) => {
    await lockMaster(db, who, 'institutions', { institution_code: who.institutionCode }, input.version);
    const updated = await db
      .updateTable('institutions')
      .set({
        name: input.name,
        name_kana: input.nameKana,
        name_english: input.nameEnglish,
        homepage_url: input.homepageUrl,
        contract_postal_code: input.contractPostalCode,
        contract_address1: input.contractAddress1,
        contract_address2: input.contractAddress2,
        contract_phone: input.contractPhone,
        exam_postal_code: input.examPostalCode,
        exam_address1: input.examAddress1,
        exam_address2: input.examAddress2,
        exam_phone: input.examPhone,
        phone_hours: input.phoneHours,
        booking_kinds: input.bookingKinds,
        calendar_format: input.calendarFormat,
        change_deadline_days: input.changeDeadlineDays,
        bookable_from_days: input.bookableFromDays,
        bookable_to_days: input.bookableToDays,
        sending_days: input.sendingDays ?? undefined,
        sending_name: input.sendingName ?? undefined,
        first_password: input.firstPassword,
        tax_display: input.taxDisplay,
        tax_rounding: input.taxRounding,
        message: input.message ?? undefined,
        no_course_text: input.noCourseText,
        terms_text: input.termsText,
        slip_notes: input.slipNotes ?? undefined,
        cancel_reasons: input.cancelReasons === null ? undefined : listReasons(input.cancelReasons).join('\n'),
        updated_at: who.now,
      })
      .where('institution_code', '=', who.institutionCode)
      .returning('version')
      .executeTakeFirstOrThrow();
    await savePicture(db, who, input);
    if (input.pictureContent !== '' || input.pictureRegistered === 'no') who.trace.details = { fields: ['背景画像'] };
    return answerVersion(updated);
  }),
];

async function savePicture(db: Db, who: Administrator, input: Input<typeof updateInstitution>): Promise<void> {
  if (input.pictureContent !== '') {
    await registerPicture(db, who.institutionCode, input.pictureFileName, decodeBase64(input.pictureContent));
  } else if (input.pictureRegistered === 'no') {
    await db.deleteFrom('institution_images').where('institution_code', '=', who.institutionCode).execute();
  }
}

export async function registerPicture(
  db: Db,
  institutionCode: string,
  fileName: string,
  content: Buffer,
): Promise<void> {
  const judgement = checkPicture(content);
  if (judgement.problem !== undefined) throw refused(judgement.problem);
  const picture = {
    file_name: fileName,
    media_type: judgement.type,
    sha256: createHash('sha256').update(content).digest('hex'),
    content,
  };
  await db
    .insertInto('institution_images')
    .values({ institution_code: institutionCode, ...picture })
    .onConflict((conflict) => conflict.column('institution_code').doUpdateSet(picture))
    .execute();
}

function decodeBase64(text: string): Buffer {
  // Browsers hand files out as data addresses; some clients send them whole.
  const base64 = text.replace(/^data:[^,]{0,100},/, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw refused('背景画像を読み取れませんでした。もう一度選んでください。');
  return Buffer.from(base64, 'base64');
}
