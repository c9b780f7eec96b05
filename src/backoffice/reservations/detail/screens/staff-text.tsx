// A text that staff keep on the detail and save by itself: shown to who only looks, else always open, counted, with what a colleague has saved
// meanwhile under it.
import { type ReactNode, useEffect, useRef } from 'react';
import { Flag } from '#backoffice/shared/flags.tsx';
import { countCharacters } from '#domain/text/characters.ts';
import { EditConflict } from '#web/master-screens/edit-conflict.tsx';
import { Button } from '#web/ui/button.tsx';
import { FieldError, OtherValue } from '#web/ui/field-frame.tsx';
import { inputProps } from '#web/ui/fields.tsx';
import { type Bound, useForm } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useSave } from '#web/use-save.ts';
import type { DraftOf, Fields, RecordType } from '#wire/record.ts';
import styles from './staff-text.module.css';

export interface TextKind {
  title: string;
  flag: 'hasNote' | 'hasMemo';
  /** Beside the title. */
  aside?: string;
}

const MOST = 500;

const frameOf = ({ title, flag, aside }: TextKind, text: string) => ({
  title,
  kind: text === '' ? ('plain' as const) : ('care' as const),
  mark: text !== '' && <Flag name={flag} />,
  aside: aside && <Muted as="span">{aside}</Muted>,
});

/** For who only looks, and on paper. */
export function StaffText({ of, text }: { of: TextKind; text: string }) {
  if (text === '') return null;
  return (
    <Panel {...frameOf(of, text)}>
      <p className={styles.text}>{text}</p>
    </Panel>
  );
}

interface TextFormProps<F extends Fields, T, R> {
  of: TextKind;
  type: RecordType<F, T>;
  /** As it is stored. */
  stored: DraftOf<F>;
  field: keyof F & string;
  send(value: T): Promise<R>;
  onSaved(reply: R): unknown;
  renew(): Promise<boolean>;
  onUnsaved(isUnsaved: boolean): void;
  /** Just saved: it was written again, and takes the keyboard back. */
  isSaved: boolean;
  /** Between the text and what saves it, and below that. */
  more?(form: ReturnType<typeof useForm<F, T, DraftOf<F>>>): ReactNode;
  below?: ReactNode;
}

export function StaffTextForm<F extends Fields, T, R>(props: TextFormProps<F, T, R>) {
  const { of, type, stored, field: name, send, onSaved, renew, onUnsaved, isSaved, more, below } = props;
  const form = useForm(type, stored);
  const { isBusy, save } = useSave();
  const field = form.bind(name) as Bound<string>;
  const text = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it was saved
  useEffect(() => {
    if (isSaved) text.current?.focus({ preventScroll: true });
  }, []);
  const isEdited = form.editedCount > 0;
  useEffect(() => onUnsaved(isEdited), [isEdited, onUnsaved]);

  // What was typed stands over what a colleague has saved.
  const now = JSON.stringify(stored);
  const known = useRef(now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is a newer one
  useEffect(() => {
    if (known.current === now) return;
    known.current = now;
    form.rebase(stored);
  }, [now]);

  const submit = () => save(() => form.submit(), { send, done: onSaved, renew });

  return (
    <Panel {...frameOf(of, String(stored[name]))}>
      <Form gap="2" onSubmit={submit}>
        {form.conflicts && isEdited && <EditConflict onRevert={form.revert} />}
        {/* What is typed while it is being saved would be in neither. */}
        <textarea ref={text} {...inputProps(field)} aria-label={field.label} rows={2} readOnly={isBusy} />
        <OtherValue field={field} />
        <FieldError id={`${field.id}-error`}>{field.error}</FieldError>
        {more?.(form)}
        <Row wrap={false} justify="between" data-buttons="small">
          <Muted as="span">
            {countCharacters(field.value)} ／ {MOST}
          </Muted>
          <Muted as="span" role="status">
            {isSaved && !isEdited && '保存しました。'}
          </Muted>
          <Button type="submit" aria-label={`${of.title}を保存`} disabled={!isEdited || isBusy}>
            保存
          </Button>
        </Row>
        {below}
      </Form>
    </Panel>
  );
}
