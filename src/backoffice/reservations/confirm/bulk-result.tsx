// What became of a bulk confirmation: how many are confirmed, whom mails go to, and what stays with the reason for it.

import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { formatOfficeDate } from '#domain/calendar/office-dates.ts';
import { Button } from '#web/ui/button.tsx';
import { ModalBox } from '#web/ui/dialog-box.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './bulk-result.module.css';
import type { Listed, Run } from './run.ts';
import { inWords, outcomeOf } from './words.ts';

interface BulkResultProps {
  listed: readonly Listed[];
  run: Run;
  sendMail: boolean;
  onSelectOnly(numbers: readonly number[]): void;
  onOpen(number: number): void;
  onClose(): void;
}

export function BulkResult({ listed, run, sendMail, onSelectOnly, onOpen, onClose }: BulkResultProps) {
  const { lead, lines, left, refused, remaining } = outcomeOf(listed, run, sendMail);

  function selectRemaining(): void {
    onSelectOnly(remaining);
    onClose();
  }

  const close = (
    <Button key="close" kind="primary" data-focus="" onClick={onClose}>
      閉じる
    </Button>
  );
  const select = (
    <Button key="select" kind="quiet" onClick={selectRemaining}>
      {`残った ${inWords(remaining.length)} 件だけ選択`}
    </Button>
  );
  return (
    <ModalBox
      key="result"
      title="一括確認の結果"
      tone="done"
      onClose={onClose}
      buttons={remaining.length > 0 ? [select, close] : [close]}
    >
      <p className={styles.lead}>{lead}</p>
      {lines.length > 0 && <p>{lines.join('')}</p>}
      {left && <p>{left}</p>}
      {refused.length > 0 && (
        <>
          <Row as="h3" wrap={false} gap="1-half" above="3" className={styles.refusedTitle}>
            <Icon name="alert" />
            {`${inWords(refused.length)} 件は確認できませんでした。`}
          </Row>
          <ul className={styles.refused}>
            {refused.map(({ row, sentence }) => (
              <li key={row.number}>
                <button type="button" onClick={() => onOpen(row.number)}>
                  {row.number}
                </button>
                <div>
                  <p>
                    <b>{withNarrowBlanks(row.name)}</b>
                    {` 様　${formatOfficeDate(row.visitDate)} ${row.startTime}`}
                  </p>
                  <p>{sentence}</p>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </ModalBox>
  );
}
