// A text that staff keep on the detail and save by itself: shown to who only looks, else always open, counted, with what a colleague has saved
// meanwhile under it.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SEVERAL } from '#backoffice/shared/contract-note.ts';
import { Flag } from '#backoffice/shared/flags.tsx';
import { countCharacters } from '#domain/text/characters.ts';
import { EditConflict } from '#web/master-screens/edit-conflict.tsx';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError, OtherValue } from '#web/ui/field-frame.tsx';
import { inputProps } from '#web/ui/fields.tsx';
import { type Bound, useForm, useRebase } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Muted, Row } from '#web/ui/layout.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useSave } from '#web/use-save.ts';
import type { Reply } from '#wire/call.ts';
import type { DraftOf, Fields, RecordType } from '#wire/record.ts';
import { memoForm, noteForm, saveMemo, saveNote } from '../contract-correct.ts';
import type { Reservation } from './change.ts';
import styles from './staff-text.module.css';

/** A part of the detail that is saved by itself, beside the form. `Saved` is what is known of it when it was saved: the reservation's version, or what stands there. */
export interface PartProps<Saved> {
  data: Reservation;
  /** Whether something stands there that is not saved. It must stay the same function. */
  onUnsaved(isUnsaved: boolean): void;
  onSaved(saved: Saved): unknown;
  /** Loads what is newer under what was typed; false where nothing is. */
  renew(): Promise<boolean>;
}

interface TextKind {
  title: string;
  flag: 'hasNote' | 'hasMemo';
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
function StaffText({ of, text }: { of: TextKind; text: string }) {
  if (text === '') return null;
  return (
    <Panel {...frameOf(of, text)}>
      <p className={styles.text}>{text}</p>
    </Panel>
  );
}

interface TextFormProps<F extends Fields, T, R> extends Omit<PartProps<R>, 'data'> {
  of: TextKind;
  type: RecordType<F, T>;
  stored: DraftOf<F>;
  field: keyof F & string;
  send(value: T): Promise<R>;
  /** Between the text and what saves it, and below that. */
  more?(form: ReturnType<typeof useForm<F, T, DraftOf<F>>>): ReactNode;
  below?: ReactNode;
}

/** Begins again with what was saved. */
function StaffTextForm<F extends Fields, T, R>(props: TextFormProps<F, T, R>) {
  const [saves, setSaves] = useState(0);
  async function onSaved(reply: R) {
    await props.onSaved(reply);
    setSaves(saves + 1);
  }
  return <OpenText key={saves} {...props} onSaved={onSaved} isSaved={saves > 0} />;
}

function OpenText<F extends Fields, T, R>(props: TextFormProps<F, T, R> & { isSaved: boolean }) {
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

  useRebase(form, stored);

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

const MEMO: TextKind = { title: 'スタッフメモ', flag: 'hasMemo', aside: '受診者には見えません' };

export const MemoText = ({ text }: { text: string }) => <StaffText of={MEMO} text={text} />;

export function MemoPanel({ data, onSaved, ...rest }: PartProps<string>) {
  const { number, version, staffMemo } = data;
  return (
    <StaffTextForm
      of={MEMO}
      type={memoForm}
      stored={{ staffMemo }}
      field="staffMemo"
      send={(value) => send(saveMemo, { number, version, ...value })}
      onSaved={(reply) => onSaved(reply.version)}
      {...rest}
    />
  );
}

const NOTE: TextKind = { title: '申し送り', flag: 'hasNote' };

export const NoteText = ({ text }: { text: string }) => <StaffText of={NOTE} text={text} />;

export function NotePanel({ data, ...rest }: PartProps<Reply<typeof saveNote>>) {
  const { number, note, isPrinted, noteVersion, noteAt, noteBy, isSeveral } = data;
  if (isSeveral) {
    return (
      <Panel title={NOTE.title}>
        <Muted>{SEVERAL}</Muted>
      </Panel>
    );
  }
  return (
    <StaffTextForm
      of={NOTE}
      type={noteForm}
      stored={{ note, isPrinted }}
      field="note"
      send={(value) => send(saveNote, { number, noteVersion, ...value })}
      more={({ draft, set }) => (
        <Row as="label" wrap={false} gap="2">
          <input
            type="checkbox"
            checked={draft.isPrinted}
            onChange={(event) => set({ isPrinted: event.target.checked })}
          />
          受診票に印刷する（本人が目にします）
        </Row>
      )}
      below={
        <Muted>
          この方のすべての予約に表示します。受診者画面やメールには出ません。本人の請求があれば開示します。
          {noteAt && (
            <>
              <br />
              {`${noteAt} ${noteBy}`}
            </>
          )}
        </Muted>
      }
      {...rest}
    />
  );
}
