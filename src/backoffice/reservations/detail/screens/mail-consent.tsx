// What the person wants of invitations, since when and by whom it was said, and writing it down on their word.
import { formatConsent } from '#domain/reservation/person.ts';
import { send } from '#web/send.ts';
import { useMay } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { updateMailConsent } from '../contract.ts';
import type { Reservation } from './words.ts';

export type MailConsentReply = Reply<typeof updateMailConsent>;

export function MailConsent({
  data,
  onMailConsent,
}: {
  data: Reservation;
  onMailConsent(consent: MailConsentReply): void;
}) {
  const { number, mailConsent, mailConsentDate, mailConsentBy } = data;
  const mayChange = useMay('reception');
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();
  const change = () =>
    act({
      ask: () =>
        dialogs.confirm(`健診のご案内メールを「${formatConsent(!mailConsent)}」に変更しますか？`, {
          details: 'ご本人の申し出を確認してから変更してください。',
          ok: '変更',
        }),
      send: () => send(updateMailConsent, { number, acceptsMail: !mailConsent }),
      // Said twice it is done once.
      canRepeat: true,
      done: onMailConsent,
    });
  return (
    <Row as="span" gap="3" lines="1" align="start" justify="between">
      <Stack as="span">
        {formatConsent(mailConsent)}
        {mailConsentDate && <Muted as="small">{`${mailConsentDate.slice(0, 10)} から　${mailConsentBy}`}</Muted>}
      </Stack>
      {mayChange && data.mail !== '' && (
        <Button aria-label="健診のご案内メールを変更" disabled={isBusy} onClick={change}>
          変更
        </Button>
      )}
    </Row>
  );
}
