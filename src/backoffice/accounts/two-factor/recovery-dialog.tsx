// Shows recovery codes, once: it closes when their owner says that they are kept.
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { CheckboxField } from '#web/ui/fields.tsx';
import { unbound } from '#web/ui/form.ts';
import { PrintSheet } from '#web/ui/print-sheet.tsx';
import styles from './recovery-dialog.module.css';

const TITLE = 'リカバリーコード';

export function RecoveryDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const [isKept, setKept] = useState(false);
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'));
    setCopied(true);
  }

  const list = (
    <ol className={styles.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ol>
  );
  return (
    <ModalBox
      title={TITLE}
      onClose={null}
      buttons={[
        <Button key="close" kind="primary" disabled={!isKept} onClick={onClose}>
          閉じる
        </Button>,
      ]}
    >
      <p className={styles.lead}>リカバリーコードを保管してください。</p>
      <p>端末を紛失したときに使います。1個で1回だけログインできます。この画面でしか表示されません。</p>
      {list}
      <div className={styles.acts}>
        {/* Browsers have a clipboard at https addresses only. */}
        {navigator.clipboard && <Button onClick={copy}>コピー</Button>}
        <Button onClick={() => window.print()}>印刷</Button>
        <span role="status">{isCopied && 'コピーしました。'}</span>
      </div>
      <CheckboxField {...unbound('recovery-kept', '保管の確認', isKept, setKept)} text="保管しました" />
      <PrintSheet>
        <h1>{TITLE}</h1>
        {list}
      </PrintSheet>
    </ModalBox>
  );
}
