// What is written: the text that it begins with, subject, body, and the variables that may stand in them.
import { NOTICE_VARIABLES } from '#domain/mail/notice-texts.ts';
import { useInsertion } from '#web/mail-sheet.tsx';
import type { Pattern } from '#web/open-notice.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Field } from '#web/ui/field-frame.tsx';
import { inputProps } from '#web/ui/fields.tsx';
import { Row, Stack } from '#web/ui/layout.tsx';
import { Panel } from '#web/ui/panel.tsx';
import type { Draft } from './contract.ts';
import styles from './text-panel.module.css';
import { patternsFor, type Written } from './use-written.ts';

export function TextPanel({ draft, written }: { draft: Draft; written: Written }) {
  const { form, pattern, choosePattern, isRewritten, restore } = written;
  const dialogs = useDialogs();
  // What differs from the text that it began as is nothing unsaved.
  const subject = { ...form.bind('subject'), edited: false };
  const body = { ...form.bind('body'), edited: false };
  const { insert, remember } = useInsertion(body.id);

  async function askToRestore() {
    const sentence = '書き換えた文面を、ひな形の文面に戻しますか？';
    if (await dialogs.confirm(sentence, { title: 'ひな形', ok: '元に戻す', danger: true })) restore();
  }

  return (
    <Panel
      title="内容"
      aside={
        <Row as="label" wrap={false} gap="2" tone="soft" noBreak className={styles.pattern}>
          ひな形
          <select value={pattern} onChange={({ target }) => choosePattern(target.value as Pattern)}>
            {patternsFor(draft).map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Row>
      }
    >
      <Stack gap="3" className={styles.fields}>
        <Field field={subject}>
          <input {...inputProps(subject)} type="text" autoComplete="off" onFocus={remember} />
        </Field>
        <Field field={body}>
          <textarea {...inputProps(body)} rows={17} onFocus={remember} />
        </Field>
        {isRewritten && (
          <Row as="p" justify="between" tone="soft" className={styles.rewritten}>
            ひな形を替えても、書いた文面は残ります。
            <Button kind="plain" onClick={askToRestore} icon="undo">
              元の文面に戻す
            </Button>
          </Row>
        )}
        <section aria-labelledby="notice-variables">
          <h3 id="notice-variables" className={styles.label}>
            差し込み項目
          </h3>
          <Row as="ul" gap="1-half" align="stretch" className={styles.variables}>
            {NOTICE_VARIABLES.map((variable) => (
              <li key={variable}>
                <Button kind="quiet" onClick={() => insert(`{{${variable}}}`)}>
                  {variable}
                </Button>
              </li>
            ))}
          </Row>
        </section>
      </Stack>
    </Panel>
  );
}
