// The page that a link of a mail opens, outside of the shell: whose it is, what is done there, and whom to call.
import { type ReactNode, useEffect, useRef } from 'react';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { NoWrap } from '#examinee/parts/texts.tsx';
import { openTop } from '#examinee/top/contract.ts';
import { CallBlock } from '#web/examinee-shell.tsx';
import { useTitle } from '#web/page-head.tsx';
import { DialogHost } from '#web/ui/dialogs.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { SkipLink } from '#web/ui/skip-link.tsx';
import { useLoad } from '#web/use-load.ts';
import styles from './link-page.module.css';

export const LinkScreen = ({ children }: { children: ReactNode }) => (
  <div data-side="examinee">
    <SkipLink />
    <DialogHost afterSystemError={() => {}}>{children}</DialogHost>
  </div>
);

interface Sender {
  name: string;
  phone: string;
  phoneHours: string;
}

interface LinkPageProps {
  /** In pieces that stay whole. */
  title: readonly [string, string];
  /** Null as long as it is not known. */
  sender: Sender | null;
  children: ReactNode;
}

export function LinkPage({ title, sender, children }: LinkPageProps) {
  const { name = '', phone = '', phoneHours = '' } = sender ?? {};
  const whole = title.join('');
  useTitle(name ? `${whole} | ${name}` : whole);
  return (
    <>
      <header>
        <p className={styles.name}>{name || '健康診断予約'}</p>
        <p className={styles.band}>健康診断予約</p>
      </header>
      <main id="main" className={styles.page} tabIndex={-1}>
        <h1>
          <NoWrap>{title[0]}</NoWrap>
          <NoWrap>{title[1]}</NoWrap>
        </h1>
        {children}
        <CallBlock place="below" phone={phone} phoneHours={phoneHours} />
      </main>
    </>
  );
}

interface BrokenLinkProps extends Pick<LinkPageProps, 'title'> {
  routeParam: string;
  sentence: string;
}

/** Nothing is known but the address of the page: whose telephone it is follows from its first part. */
export function BrokenLink({ title, routeParam, sentence }: BrokenLinkProps) {
  const { data } = useLoad(openTop, { routeParam }, { onMissing: () => {} });
  return (
    <LinkPage title={title} sender={data}>
      <Notice>{sentence}</Notice>
    </LinkPage>
  );
}

export const LinkCard = ({ children }: { children: ReactNode }) => (
  <Card>
    <CardBody gap="4">{children}</CardBody>
  </Card>
);

/** In place of what was pressed: whoever goes by keyboard or hears the page goes on here. */
export function DoneCard({ sentence, children }: { sentence: string; children: ReactNode }) {
  const message = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sentence is another message
  useEffect(() => message.current?.focus(), [sentence]);
  return (
    <LinkCard>
      <Row as="p" wrap={false} gap="3" tone="done" size="xl" strong className={styles.done} ref={message} tabIndex={-1}>
        <Icon name="check" />
        {sentence}
      </Row>
      {children}
    </LinkCard>
  );
}

export const MaskedMail = ({ mail }: { mail: string }) => <b className={styles.mail}>{mail}</b>;
