// The mail as one of them will read it, worked out here by what mails are filled in with.
import { useDeferredValue, useMemo } from 'react';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { Panel } from '#backoffice/shared/panel.tsx';
import { type MailValues, unknownVariables } from '#domain/mail/mail-variables.ts';
import { parseTemplate, renderLines, renderTitle } from '#domain/mail/render-template.ts';
import { MailSheet } from '#web/mail-sheet.tsx';
import type { WrittenText } from '#web/open-notice.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import type { Draft, Recipient } from './contract.ts';
import styles from './preview.module.css';
import { stepFrom } from './recipients.ts';

interface PreviewProps {
  draft: Draft;
  text: WrittenText;
  /** Through whom one steps. */
  listed: readonly Recipient[];
  shown: Recipient | null;
  onShow(number: number): void;
}

/** A variable that nobody knows stands as it is written, so that it is seen. */
function valuesFor({ values }: Recipient, written: string): MailValues {
  const known = values.map(({ name, value }) => [name, value]);
  return Object.fromEntries([...known, ...unknownVariables(written).map((name) => [name, `{{${name}}}`])]);
}

export function Preview({ draft, text, listed, shown, onShow }: PreviewProps) {
  const { subject, body } = useDeferredValue(text);
  const filled = useMemo(() => {
    if (!shown) return null;
    const values = valuesFor(shown, `${subject}\n${body}`);
    return {
      subject: renderTitle(parseTemplate(subject), values),
      // As it will be read: the parts of all lines, with their ends between them.
      body: renderLines(parseTemplate(body), values).flatMap((line, at) =>
        at === 0 ? line : [{ text: '\n', variable: null }, ...line],
      ),
    };
  }, [shown, subject, body]);

  const step = (by: 1 | -1, label: string, icon: 'left' | 'right') => {
    const next = shown && stepFrom(listed, shown.number, by);
    return (
      <Button aria-label={label} disabled={!next} onClick={() => next && onShow(next.number)}>
        <Icon name={icon} />
      </Button>
    );
  };
  return (
    <Panel
      title="プレビュー"
      aside={
        shown && (
          <Row as="span" wrap={false} gap="2" className={styles.aside}>
            <span className={styles.name}>{withNarrowBlanks(shown.name)} 様</span>
            {step(-1, '前の方', 'left')}
            {step(1, '次の方', 'right')}
          </Row>
        )
      }
      flush
    >
      {shown && filled ? (
        <MailSheet {...filled} sender={draft.sender} to={shown.mail || 'メールは送られません（電話で連絡します）。'} />
      ) : (
        <p className={styles.none}>この方法で連絡する方はいません。</p>
      )}
    </Panel>
  );
}
