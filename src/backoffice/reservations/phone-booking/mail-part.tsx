// The mail address, whether it is written to, and whose my page the reservation shows on.

import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { TextField } from '#web/ui/fields.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import type { Reply } from '#wire/call.ts';
import { type Booking, PLACES } from './booking.ts';
import { bindTo, type CallerForm } from './caller-form.ts';
import type { findMailOwner } from './contract.ts';
import styles from './mail-part.module.css';

export interface MailProps {
  form: CallerForm;
  sendMail: boolean;
  onSendMail(isOn: boolean): void;
  /** Who has an account under the address; null while that is not known. */
  owner: Reply<typeof findMailOwner> | null;
  theirPage: Booking['onTheirPage'];
  onTheirPage(choice: NonNullable<Booking['onTheirPage']>): void;
  onLeaveMail(): void;
}

const PAGE_WORDS = {
  shown: 'ご家族の予約として同じマイページに表示する',
  hidden: 'マイページには表示しない',
} as const;

export function MailPart({ form, sendMail, onSendMail, owner, theirPage, onTheirPage, onLeaveMail }: MailProps) {
  const mail = bindTo(form, 'mail');
  return (
    <div>
      <TextField
        {...mail}
        type="email"
        inputMode="email"
        width="full"
        onBlur={() => {
          mail.onBlur();
          onLeaveMail();
        }}
      />
      {mail.value.trim() !== '' && (
        <Row as="label" wrap={false} gap="2" className={styles.choice}>
          <input type="checkbox" checked={sendMail} onChange={(event) => onSendMail(event.target.checked)} />
          予約内容のメールを送る
        </Row>
      )}
      <div role="status">{owner?.owner === 'self' && <Muted>ご本人のマイページに表示されます。</Muted>}</div>
      {owner?.owner === 'other' && (
        <fieldset className={styles.others}>
          <legend>このメールアドレスは {withNarrowBlanks(owner.name)} 様のマイページで使われています。</legend>
          {(['shown', 'hidden'] as const).map((choice, at) => (
            <Row key={choice} as="label" wrap={false} gap="2" className={styles.choice}>
              <input
                type="radio"
                name="desk-their-page"
                id={at === 0 ? PLACES.theirPage : undefined}
                checked={theirPage === choice}
                onChange={() => onTheirPage(choice)}
              />
              {PAGE_WORDS[choice]}
            </Row>
          ))}
        </fieldset>
      )}
    </div>
  );
}
