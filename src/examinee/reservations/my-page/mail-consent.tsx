// Whether the account's mail address gets invitations, and changing that.
import { useState } from 'react';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { useSave } from '#web/use-save.ts';
import { type MyPage, updateMailConsent } from './contract.ts';
import styles from './mail-consent.module.css';

const CHOICES = [
  { accepts: true, word: '受け取る' },
  { accepts: false, word: '受け取らない' },
] as const;

export function MailConsent({ page }: { page: Pick<MyPage, 'acceptsMail'> }) {
  const [accepts, setAccepts] = useState(page.acceptsMail);
  const [isTold, setTold] = useState(false);
  const { isBusy, act } = useSave();
  const choose = (wanted: boolean) =>
    act({
      send: () => send(updateMailConsent, { acceptsMail: wanted }),
      // The same wish twice is one.
      canRepeat: true,
      done() {
        setAccepts(wanted);
        setTold(true);
      },
    });
  return (
    <Card aria-labelledby="mail-wish">
      <CardBody className={styles.wish}>
        <h2 id="mail-wish">健診のご案内メール</h2>
        <p>受診から月日が経ったころに、次の健診をメールでご案内します。</p>
        {/* Buttons, not radios: each press is kept at once, and arrow keys must not walk through wishes. */}
        <Stack as="fieldset" gap="2" className={styles.choices}>
          <legend className="visually-hidden">健診のご案内メール</legend>
          {CHOICES.map(({ accepts: wanted, word }) => (
            <Button
              key={word}
              aria-pressed={accepts === wanted}
              aria-disabled={isBusy}
              className={styles.choice}
              onClick={() => accepts !== wanted && choose(wanted)}
            >
              {word}
            </Button>
          ))}
        </Stack>
        <p role="status" className={styles.told}>
          {isTold && (accepts ? '健診のご案内メールをお送りします。' : '健診のご案内メールの配信を停止しました。')}
        </p>
      </CardBody>
    </Card>
  );
}
