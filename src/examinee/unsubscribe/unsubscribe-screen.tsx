// Where a link in an invitation leads: one press refuses further ones, another takes that back. Opening it changes nothing.
import { useState } from 'react';
import { useParams } from 'react-router';
import { BrokenLink, DoneCard, LinkCard, LinkPage, LinkScreen, MaskedMail } from '#examinee/link-page.tsx';
import { NoWrap } from '#examinee/parts/texts.tsx';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { Muted, Stack } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { acceptInvitations, openUnsubscribe, refuseInvitations } from './contract.ts';
import styles from './unsubscribe-screen.module.css';

const TITLE = ['健診のご案内メールの', '配信停止'] as const;

export const UnsubscribeScreen = () => (
  <LinkScreen>
    <Errand />
  </LinkScreen>
);

function Errand() {
  const { routeParam = '', key = '' } = useParams();
  const [isBroken, setBroken] = useState(false);
  const { data } = useLoad(openUnsubscribe, { key }, { onMissing: () => setBroken(true) });
  if (isBroken) {
    const sentence = 'このページを表示できません。お手数ですが、お電話でお知らせください。';
    return <BrokenLink title={TITLE} routeParam={routeParam} sentence={sentence} />;
  }
  return (
    <LinkPage title={TITLE} sender={data && { ...data, name: data.institutionName }}>
      {data ? <Choice to={data} linkKey={key} /> : <Loading />}
    </LinkPage>
  );
}

type State = 'asked' | 'refused' | 'accepted';

function Choice({ to, linkKey: key }: { to: Reply<typeof openUnsubscribe>; linkKey: string }) {
  const [state, setState] = useState<State>(to.acceptsMail ? 'asked' : 'refused');
  const { isBusy, act } = useSave();
  const press = (accepts: boolean) =>
    act({
      send: () => send(accepts ? acceptInvitations : refuseInvitations, { key }),
      // The same press twice is one.
      canRepeat: true,
      done: () => setState(accepts ? 'accepted' : 'refused'),
    });

  if (state === 'refused') {
    return (
      <>
        <DoneCard sentence="配信を停止しました。">
          <Receiver mail={to.maskedMail} />
          <p>
            お手続きは完了しました。<NoWrap>このページを閉じてください。</NoWrap>
          </p>
        </DoneCard>
        <Stack gap="3" tone="soft" className={styles.undo}>
          <p>間違えて停止したときは、元に戻せます。</p>
          <Button aria-disabled={isBusy} onClick={() => press(true)}>
            やはり受け取る
          </Button>
        </Stack>
      </>
    );
  }
  const refuse = (kind: 'primary' | 'secondary') => (
    <Button kind={kind} aria-disabled={isBusy} onClick={() => press(false)}>
      配信を停止する
    </Button>
  );
  if (state === 'accepted') {
    return (
      <>
        <DoneCard sentence="健診のご案内メールをお送りします。">
          <Receiver mail={to.maskedMail} />
        </DoneCard>
        <Stack gap="3" tone="soft" className={styles.undo}>
          {refuse('secondary')}
        </Stack>
      </>
    );
  }
  return (
    <LinkCard>
      <p>
        <MaskedMail mail={to.maskedMail} /> 宛ての健診のご案内メールを停止します。
      </p>
      {refuse('primary')}
      <Muted>ご予約の確認など、手続きに関するメールは今後もお送りします。</Muted>
    </LinkCard>
  );
}

function Receiver({ mail }: { mail: string }) {
  return (
    <Stack as="p" className={styles.receiver}>
      <Muted as="span">宛先</Muted>
      <MaskedMail mail={mail} />
    </Stack>
  );
}
