// Shows recovery codes, once: it closes when their owner says that they are kept.
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { CheckboxField } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import { Grid, Row, Text } from '#web/ui/layout.tsx';
import { PrintSheet } from '#web/ui/print-sheet.tsx';
import styles from './recovery-dialog.module.css';

const TITLE = 'リカバリーコード';

export function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const [isStored, setStored] = useState(false);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  }

  const list = (
    <Grid as="ol" columns="2" gap="6" lines="1" strong className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </Grid>
  );
  return (
    <ModalBox
      title={TITLE}
      onClose={null}
      buttons={[
        <Button key="close" kind="primary" disabled={!isStored} onClick={onClose}>
          閉じる
        </Button>,
      ]}
    >
      <Text size="l" strong>
        リカバリーコードを保管してください。
      </Text>
      <p>端末を紛失したときに使います。1個で1回だけログインできます。この画面でしか表示されません。</p>
      {list}
      <Row gap="2" below="3">
        {/* Browsers have a clipboard at https addresses only. */}
        {navigator.clipboard && <Button onClick={copy}>コピー</Button>}
        <Button onClick={() => window.print()}>印刷</Button>
        <span role="status">{isCopied && 'コピーしました。'}</span>
      </Row>
      <CheckboxField {...unbound('recovery-kept', '保管の確認', isStored, setStored)} text="保管しました" />
      <PrintSheet>
        <h1>{TITLE}</h1>
        {list}
      </PrintSheet>
    </ModalBox>
  );
}
