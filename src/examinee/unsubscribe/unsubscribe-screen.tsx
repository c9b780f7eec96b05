// Where a link in an invitation leads: one press refuses further ones, another takes that back. Opening it changes nothing.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { NoWrap } from '#examinee/parts/texts.tsx';
import { openTop } from '#examinee/top/contract.ts';
import { CallBlock } from '#web/examinee-shell.tsx';
import { useTitle } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogHost } from '#web/ui/dialogs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import { acceptInvitations, openUnsubscribe, refuseInvitations } from './contract.ts';
import styles from './unsubscribe-screen.module.css';

const TITLE = '健診のご案内メールの配信停止';

/** Whose page it is, as far as it is known. */
interface Sender {
  name: string;
  phone: string;
  phoneHours: string;
}

const NOBODY: Sender = { name: '', phone: '', phoneHours: '' };

export function UnsubscribeScreen() {
  return (
    <div data-side="examinee">
      <SkipLink />
      <DialogHost afterSystemError={() => {}}>
        <Errand />
      </DialogHost>
    </div>
  );
}

function Errand() {
  const { routeParam = '', key = '' } = useParams();
  const [isBroken, setBroken] = useState(false);
  const { data } = useLoad(openUnsubscribe, { key }, { onMissing: () => setBroken(true) });
  if (isBroken) return <Broken routeParam={routeParam} />;
  const sender = data ? { ...data, name: data.institutionName } : NOBODY;
  return <Page sender={sender}>{data ? <Choice to={data} linkKey={key} /> : <Loading />}</Page>;
}

/** Nothing is known but the address of the page: whose telephone it is, its first part tells. */
function Broken({ routeParam }: { routeParam: string }) {
  const { data } = useLoad(openTop, { routeParam }, { onMissing: () => {} });
  return (
    <Page sender={data ?? NOBODY}>
      <Notice>このページを表示できません。お手数ですが、お電話でお知らせください。</Notice>
    </Page>
  );
}

type State = 'asked' | 'refused' | 'accepted';

function Choice({ to, linkKey: key }: { to: Reply<typeof openUnsubscribe>; linkKey: string }) {
  const [state, setState] = useState<State>(to.acceptsMail ? 'asked' : 'refused');
  const { isBusy, act } = useSave();
  const message = useRef<HTMLParagraphElement>(null);
  const press = (accepts: boolean) =>
    act({
      send: () => send(accepts ? acceptInvitations : refuseInvitations, { key }),
      // The same press twice is one.
      canRepeat: true,
      done: () => setState(accepts ? 'accepted' : 'refused'),
    });

  // What was pressed is gone: whoever goes by keyboard or hears the page goes on at what it says now.
  useEffect(() => {
    if (state !== 'asked') message.current?.focus();
  }, [state]);

  if (state === 'refused') {
    return (
      <>
        <DoneMessage focus={message} sentence="配信を停止しました。">
          <Receiver mail={to.maskedMail} />
          <p>
            お手続きは完了しました。<NoWrap>このページを閉じてください。</NoWrap>
          </p>
        </DoneMessage>
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
        <DoneMessage focus={message} sentence="健診のご案内メールをお送りします。">
          <Receiver mail={to.maskedMail} />
        </DoneMessage>
        <Stack gap="3" tone="soft" className={styles.undo}>
          {refuse('secondary')}
        </Stack>
      </>
    );
  }
  return (
    <Card>
      <CardBody className={styles.card}>
        <p>
          <b className={styles.mail}>{to.maskedMail}</b> 宛ての健診のご案内メールを停止します。
        </p>
        {refuse('primary')}
        <Muted>ご予約の確認など、手続きに関するメールは今後もお送りします。</Muted>
      </CardBody>
    </Card>
  );
}

interface DoneMessageProps {
  focus: React.Ref<HTMLParagraphElement>;
  sentence: string;
  children: ReactNode;
}

function DoneMessage({ focus, sentence, children }: DoneMessageProps) {
  return (
    <Card>
      <CardBody className={styles.card}>
        <Row as="p" wrap={false} gap="3" tone="done" size="xl" strong className={styles.done} ref={focus} tabIndex={-1}>
          <Icon name="check" />
          {sentence}
        </Row>
        {children}
      </CardBody>
    </Card>
  );
}

function Receiver({ mail }: { mail: string }) {
  return (
    <p className={styles.receiver}>
      <Muted as="span">宛先</Muted>
      <b className={styles.mail}>{mail}</b>
    </p>
  );
}

function Page({ sender, children }: { sender: Sender; children: ReactNode }) {
  const { name, phone, phoneHours } = sender;
  useTitle(name ? `${TITLE} | ${name}` : TITLE);
  return (
    <>
      <header>
        <p className={styles.name}>{name || '健康診断予約'}</p>
        <p className={styles.band}>健康診断予約</p>
      </header>
      <main id="main" className={styles.page} tabIndex={-1}>
        <h1>
          <NoWrap>健診のご案内メールの</NoWrap>
          <NoWrap>配信停止</NoWrap>
        </h1>
        {children}
        <CallBlock place="below" phone={phone} phoneHours={phoneHours} />
      </main>
    </>
  );
}
