// Sends somebody who has forgotten their password another one, if mail address and birth date belong together. Right and
// wrong take the same time, and the old password goes on holding: so nobody can lock another person out.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { writeMinute } from '#domain/calendar/clock.ts';
import { writeMoment } from '#domain/calendar/japanese-dates.ts';
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import { writePlace } from '#domain/text/address.ts';
import { lowerAscii } from '#domain/text/characters.ts';
import { keyedHash, makePassword } from '#server/access/passwords.ts';
import { type Counter, countTry, networkOf, takeBackTry } from '#server/access/tries.ts';
import { waitOutside } from '#server/access/waiting-room.ts';
import { chooseTemplate, type MailTemplate, writeMail } from '#server/mail/mails.ts';
import type { Asking, Service } from '#server/service.ts';
import { Failure, tooMany } from '#wire/failure.ts';
import { examineeUserId } from './contract.ts';

const HOURS = 24;
const TOO_MANY = 'パスワードの再発行の回数が上限に達しました。1時間ほど待ってからもう一度お試しください。';
const WRONG = 'メールアドレスまたは生年月日が正しくありません。もう一度ご確認ください。';

interface Forgetful {
  institutionCode: string;
  mail: string;
  birthDate: PlainDate;
}

interface Found {
  examineeId: number;
  mail: string;
  name: string;
  clientCode: string;
  institution: {
    name: string;
    phone: string;
    phoneHours: string;
    postalCode: string;
    address: string;
    routeParam: string;
  };
  templates: MailTemplate[];
}

const findPerson = query<Found>(`
  select e.examinee_id as "examineeId", e.mail, e.family_name || '　' || e.given_name as name,
         e.client_code as "clientCode",
         json_build_object('name', i.name, 'phone', i.contract_phone, 'phoneHours', i.phone_hours,
                           'postalCode', i.exam_postal_code,
                           'address', trim(i.exam_address1 || ' ' || i.exam_address2), 'routeParam', i.route_param) as institution,
         (select coalesce(json_agg(json_build_object(
                   'kind', m.kind, 'clientCode', m.client_code, 'courseCode', m.course_code, 'title', m.title,
                   'body', m.body, 'sender', m.sender, 'replyTo', m.reply_to, 'bcc', m.bcc)), '[]')
            from mail_templates m
           where m.institution_code = i.institution_code and m.kind = 'password' and m.course_code is null) as templates
    from examinees e join institutions i using (institution_code)
   where e.institution_code = $1 and lower(e.mail) = $2 and e.birth_date = $3::date`);

/** One statement: there is no password without its mail, and no mail without its password. A second one ends the first. */
const keepReissued = query(`
  with kept as (
    insert into examinee_credentials (institution_code, examinee_id, kind, scheme, hash, must_change, expires_at, created_at)
    values ($1, $2, 'reissued', 'keyed', $3, true, $4, $5)
    on conflict (institution_code, examinee_id, kind) do update
      set scheme = 'keyed', hash = $3, must_change = true, expires_at = $4, created_at = $5)
  select write_mails($1, $6::jsonb, $5)`);

const counterOf = ({ config }: Service, kind: string): Counter => ({
  kind,
  minutes: 60,
  limit: config.tries.reissuesPerHour,
  since: 'first',
});

/** Throws what is refused: too many tries, or a pair that is wrong. */
export async function reissuePassword(db: Db, who: Asking, person: Forgetful): Promise<void> {
  const { service } = who;
  const started = performance.now();
  const network = networkOf(who.address);
  const [byMail, byAddress] = [counterOf(service, 'reissue-mail'), counterOf(service, 'reissue-address')];
  const userId = examineeUserId(person.institutionCode, person.mail);
  // The network address first: one that is refused uses up nobody's tries.
  if ((await countTry(db, who, byAddress, network)) > byAddress.limit) throw tooMany(TOO_MANY);
  // Of an address only the wrong ones count: a whole office may have forgotten theirs.
  const takeBack = () => takeBackTry(db, who, byAddress, network);
  if ((await countTry(db, who, byMail, userId)) > byMail.limit) {
    await takeBack();
    throw tooMany(TOO_MANY);
  }
  const { institutionCode, mail, birthDate } = person;
  const [found] = await findPerson(db, institutionCode, lowerAscii(mail), birthDate);
  if (found) {
    await sendPassword(db, who, institutionCode, found);
    await takeBack();
  }
  // Long enough for either: what is left to wait is all that differs.
  await waitOutside(who, service.config.tries.reissueAnswerMs - (performance.now() - started));
  if (!found) throw new Failure('WrongPair', [WRONG]);
}

async function sendPassword(db: Db, { service, now }: Asking, institutionCode: string, found: Found): Promise<void> {
  const { institution, clientCode } = found;
  const { publicUrl } = service.config;
  const password = makePassword();
  const expiresAt = new Date(now.getTime() + HOURS * 3_600_000);
  const template = chooseTemplate(found.templates, 'password', { clientCode, courseCode: '', desired: false });
  const mail = writeMail(
    template,
    {
      氏名: found.name,
      医療機関名: institution.name,
      電話番号: institution.phone,
      電話受付時間: institution.phoneHours,
      所在地: writePlace(institution),
      パスワード: password,
      パスワード期限: writeMoment(writeMinute(expiresAt)),
      ログインURL: `${publicUrl}/CommonLogin/${institution.routeParam}`,
    },
    { recipient: found.mail, publicUrl, senderName: institution.name },
  );
  const hash = keyedHash(service.secret, password);
  await keepReissued(db, institutionCode, found.examineeId, hash, expiresAt, now, JSON.stringify([mail]));
}
