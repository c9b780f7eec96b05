// Mails to whoever has an account, about the account itself (01): what they are written from, and how.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { MailValues } from '#domain/mail/mail-variables.ts';
import { formatAddress } from '#domain/text/address.ts';
import type { Config } from '#server/config.ts';
import { chooseTemplate, type MailTemplate, type OutboxMail, writeMail } from '#server/mail/mails.ts';

export interface AccountHolder {
  examineeId: number;
  mail: string;
  name: string;
  clientCode: string;
  isVerified: boolean;
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

/** Of the institution $1; which of its people, conditions that follow say. */
export const ACCOUNT_HOLDER = `
  select e.examinee_id as "examineeId", e.mail, e.family_name || '　' || e.given_name as name,
         e.client_code as "clientCode", e.mail_verified_at is not null as "isVerified",
         json_build_object('name', i.name, 'phone', i.contract_phone, 'phoneHours', i.phone_hours,
                           'postalCode', i.exam_postal_code,
                           'address', trim(i.exam_address1 || ' ' || i.exam_address2), 'routeParam', i.route_param) as institution,
         (select coalesce(json_agg(json_build_object(
                   'kind', m.kind, 'clientCode', m.client_code, 'courseCode', m.course_code, 'title', m.title,
                   'body', m.body, 'sender', m.sender, 'replyTo', m.reply_to, 'bcc', m.bcc)), '[]')
            from mail_templates m
           where m.institution_code = i.institution_code and m.kind = 'password' and m.course_code is null) as templates
    from examinees e join institutions i using (institution_code)
   where e.institution_code = $1`;

export const findHolder = query<AccountHolder>(`${ACCOUNT_HOLDER} and e.examinee_id = $2`);

const write = query('select write_mails($1, $2::jsonb, $3)');

export const sendAccountMail = (db: Db, institutionCode: string, mail: OutboxMail, now: Date) =>
  write(db, institutionCode, JSON.stringify([mail]), now);

/** By the institution's template, or with a text of its own and the template's sender; no copy of it goes anywhere, and its text is erased once it was sent. */
export function writeAccountMail(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { clientCode, institution, mail, name, templates }: AccountHolder,
  values: MailValues,
  text: { title?: string; body?: string } = {},
): OutboxMail {
  const template = chooseTemplate(templates, 'password', { clientCode, courseCode: '', desired: false });
  return writeMail(
    { ...template, ...text },
    {
      氏名: name,
      医療機関名: institution.name,
      電話番号: institution.phone,
      電話受付時間: institution.phoneHours,
      所在地: formatAddress(institution),
      ログインURL: `${publicUrl}/CommonLogin/${institution.routeParam}`,
      ...values,
    },
    { recipient: mail, publicUrl, senderName: institution.name },
  );
}
