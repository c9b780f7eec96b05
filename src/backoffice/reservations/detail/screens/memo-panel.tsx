// What the staff tell each other about a reservation: read by everybody at the desk, written by who may, saved by itself.
import { useEffect, useRef } from 'react';
import { Flags } from '#backoffice/shared/flags.tsx';
import { Panel } from '#backoffice/shared/panel.tsx';
import { countCharacters } from '#domain/text/characters.ts';
import { EditConflict } from '#web/master-screens/edit-conflict.tsx';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError, OtherValue } from '#web/ui/field-frame.tsx';
import { inputProps } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import { useSave } from '#web/use-save.ts';
import { memoForm, saveMemo } from '../contract-correct.ts';
import styles from './memo-panel.module.css';
import type { PartProps } from './own-parts.ts';

const MARKED = { hasMemo: true, hasRemarks: false, isDuplicate: false, reception: 'none' } as const;
const TITLE = 'スタッフメモ';
const MOST = 500;

/** For who only looks. */
export function MemoText({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <Panel title={TITLE} kind="care" mark={<Flags row={MARKED} />} aside={<Unseen />}>
      <p className={styles.text}>{text}</p>
    </Panel>
  );
}

const Unseen = () => <Muted as="span">受診者には見えません</Muted>;

/** Just saved: it was written again, and takes the keyboard back. */
export function MemoPanel({ data, onUnsaved, onSaved, renew, isSaved }: PartProps & { isSaved: boolean }) {
  const start = { staffMemo: data.staffMemo };
  const form = useForm(memoForm, start);
  const { isBusy, save } = useSave();
  const field = form.bind('staffMemo');
  const text = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was saved
  useEffect(() => {
    if (isSaved) text.current?.focus({ preventScroll: true });
  }, []);
  const isEdited = form.editedCount > 0;
  useEffect(() => onUnsaved(isEdited), [isEdited, onUnsaved]);

  // What was typed stands over what a colleague has saved.
  const known = useRef(data.staffMemo);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is a newer one
  useEffect(() => {
    if (known.current === data.staffMemo) return;
    known.current = data.staffMemo;
    form.rebase(start);
  }, [data.staffMemo]);

  const submit = () =>
    save(() => form.submit(), {
      send: ({ staffMemo }) => send(saveMemo, { number: data.number, version: data.version, staffMemo }),
      done: ({ version }) => onSaved(version),
      renew,
    });

  return (
    <Panel
      title={TITLE}
      kind={data.staffMemo ? 'care' : 'plain'}
      mark={data.staffMemo && <Flags row={MARKED} />}
      aside={<Unseen />}
    >
      <Form className={styles.memo} onSubmit={submit}>
        {form.overtaken && isEdited && <EditConflict onRevert={form.revert} />}
        {/* What is typed while it is being saved would be in neither. */}
        <textarea ref={text} {...inputProps(field)} aria-label={field.label} rows={2} readOnly={isBusy} />
        <OtherValue field={field} />
        <FieldError id={`${field.id}-error`}>{field.error}</FieldError>
        <Row wrap={false} justify="between" className={styles.foot}>
          <Muted as="span">
            {countCharacters(field.value)} ／ {MOST}
          </Muted>
          <Muted as="span" role="status">
            {isSaved && !isEdited && '保存しました。'}
          </Muted>
          <Button type="submit" aria-label={`${TITLE}を保存`} disabled={!isEdited || isBusy}>
            保存
          </Button>
        </Row>
      </Form>
    </Panel>
  );
}
