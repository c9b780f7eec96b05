// The set-up code, which is shown this once: to be read, copied as a link, or printed for who is to have it.
import { type ReactNode, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { Muted, Row, Text } from '#web/ui/layout.tsx';
import { PrintSheet } from '#web/ui/print-sheet.tsx';
import { useCopy } from '#web/ui/use-copy.ts';
import type { Reply } from '#wire/call.ts';
import type { registerStaff } from './contract.ts';
import styles from './setup-dialog.module.css';

interface Issued extends Reply<typeof registerStaff> {
  userId: string;
  displayName: string;
}

/** What is to be drawn, and what shows a code until the person has closed it. */
export function useSetupDialog(): [ReactNode, (issued: Issued) => Promise<void>] {
  const [open, setOpen] = useState<{ issued: Issued; close(): void } | null>(null);
  const show = async (issued: Issued) => {
    await new Promise<void>((close) => setOpen({ issued, close }));
    setOpen(null);
  };
  return [open && <SetupDialog issued={open.issued} onClose={open.close} />, show];
}

function SetupDialog({ issued, onClose }: { issued: Issued; onClose(): void }) {
  const { code, url, endsAt, userId, displayName } = issued;
  const { copy, place, message } = useCopy<HTMLSpanElement>(url, '選択したリンクをコピーしてください。');

  const facts = (
    <dl className={styles.facts}>
      <dt>職員</dt>
      <dd>
        {displayName}（{userId}）
      </dd>
      <dt>有効期限</dt>
      <dd>{endsAt.slice(0, 16)} まで・1回だけ使用できます</dd>
    </dl>
  );
  return (
    <ModalBox
      title="設定コード"
      // Closed by its button only: it is not shown again.
      onClose={null}
      buttons={[
        <Button key="print" kind="quiet" onClick={() => window.print()} icon="print">
          用紙を印刷
        </Button>,
        <Button key="close" kind="primary" onClick={onClose}>
          閉じる
        </Button>,
      ]}
    >
      <Text size="l" strong>
        設定コードを発行しました。
      </Text>
      <p>この設定コードは一度だけ表示されます。本人に渡してください。</p>
      <p className={styles.code}>{code}</p>
      {facts}
      <Row gap="3" lines="2" className={styles.link}>
        <span ref={place}>{url}</span>
        <Button data-focus="" onClick={copy} icon="copy">
          リンクをコピー
        </Button>
      </Row>
      <p role="status">{message}</p>
      <Muted>
        本人はログイン画面の「設定コードをお持ちの方」からも設定できます。パスワードは本人だけが知るものになります。
      </Muted>
      <PrintSheet>
        <h1>パスワードの設定のご案内</h1>
        <p>次のアドレスを開き、ユーザーIDと設定コードを入力して、ご自身のパスワードを設定してください。</p>
        <p>{url.slice(0, url.indexOf('#'))}</p>
        <p className={styles.code}>{code}</p>
        {facts}
        <p>設定が終わりましたら、この用紙は破棄してください。</p>
      </PrintSheet>
    </ModalBox>
  );
}
