// The address at which examinees book: to copy, to open, and to hang up in the waiting room.
import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';
import { OFFICE } from '#web/addresses.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Muted, Row, Stack } from '#web/ui/layout.tsx';
import { TabLink } from '#web/ui/outside-link.tsx';
import { useCopy } from '#web/ui/use-copy.ts';
import styles from './address-panel.module.css';

export function AddressPanel({ url, ...section }: ComponentProps<'section'> & { url: string }) {
  const { copy, place, message } = useCopy<HTMLSpanElement>(url, '選択したアドレスをコピーしてください。');
  const { pathname } = useLocation();

  return (
    <section {...section} aria-labelledby="examinee-page">
      <Stack gap="2" className={styles.panel}>
        <h2 id="examinee-page">受診者画面のアドレス</h2>
        <span className={styles.address} ref={place}>
          {url}
        </span>
        <Row gap="4" lines="2">
          <Button onClick={copy} icon="copy">
            コピー
          </Button>
          <TabLink href={url}>開く</TabLink>
          <LinkButton to={OFFICE.sheet} state={pathname} icon="print">
            印刷（QRコード）
          </LinkButton>
          <Muted as="span" role="status">
            {message}
          </Muted>
        </Row>
      </Stack>
    </section>
  );
}
