// Keeps the institution's own data and its picture.
import { createHash } from 'node:crypto';
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { listReasons } from '#domain/reservation/cancel-reasons.ts';
import { opened, ownKey, saveMaster, selectFields, toColumns } from '#masters/records.ts';
import { imageUrl } from '#server/http/pictures.ts';
import { handleSave } from '#server/records/masters.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Input } from '#wire/call.ts';
import { refused } from '#wire/failure.ts';
import type { Value } from '#wire/record.ts';
import { institutionValues, openInstitution, updateInstitution } from './contract.ts';
import { checkPicture } from './picture.ts';

type Opened = Value<typeof institutionValues> & {
  version: string;
  fileName: string | null;
  sha256: string | null;
  size: number | null;
};

const readOne = query<Opened>(`
  select ${selectFields(institutionValues, 'i.')}, i.version::text, p.file_name as "fileName", p.sha256,
         octet_length(p.content) as size
    from institutions i left join institution_images p using (institution_code)
   where institution_code = $1`);

export const institutionHandlers: Handler[] = [
  handle(openInstitution, async (db, who) => {
    const { record, version } = opened(await readOne(db, who.institutionCode));
    const { fileName, sha256, size, ...values } = record;
    return {
      ...values,
      pictureRegistered: sha256 ? ('yes' as const) : ('no' as const),
      pictureFileName: fileName ?? '',
      pictureSize: size ?? 0,
      pictureContent: '',
      pictureUrl: sha256 ? imageUrl(who.institutionCode, sha256) : '',
      version,
    };
  }),

  handleSave(updateInstitution, async (db, who, input) => {
    const { version, pictureRegistered: _, pictureFileName, pictureSize, pictureContent, ...values } = input;
    const updated = await saveMaster(db, who, 'institutions', ownKey(who, {}), version, {
      ...toColumns(values),
      // What was not sent stays.
      sending_days: values.sendingDays ?? undefined,
      sending_name: values.sendingName ?? undefined,
      message: values.message ?? undefined,
      slip_notes: values.slipNotes ?? undefined,
      cancel_reasons: values.cancelReasons === null ? undefined : listReasons(values.cancelReasons).join('\n'),
      updated_at: who.now,
    });
    await savePicture(db, who, input);
    if (input.pictureContent !== '' || input.pictureRegistered === 'no') who.trace.details = { fields: ['背景画像'] };
    return updated;
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
