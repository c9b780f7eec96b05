// The memo of a call: saved when it is left; what is typed stays, whatever comes meanwhile.
import { useEffect, useState } from 'react';
import { describedBy, FieldError, Theirs } from '#web/ui/field-frame.tsx';
import type { Telephoned } from './contract.ts';
import styles from './memo-field.module.css';
import type { Marked } from './use-notice.ts';

interface MemoFieldProps {
  call: Telephoned;
  name: string;
  /** Why the row is not as it was wanted. */
  problem: Marked;
  onSave(memo: string): Promise<Marked>;
  /** Always the same function. */
  onUnsaved(isUnsaved: boolean): void;
}

/** What is typed, and what stood there when it was begun. */
interface Typed {
  text: string;
  over: string;
}

export function MemoField({ call, name, problem, onSave, onUnsaved }: MemoFieldProps) {
  const [typed, setTyped] = useState<Typed | null>(null);
  const [isSaving, setSaving] = useState(false);
  const id = `memo-${call.number}`;
  const isTyped = typed !== null && typed.text !== call.memo;
  const isUnsaved = isTyped && !isSaving;
  useEffect(() => {
    onUnsaved(isUnsaved);
    return () => onUnsaved(false);
  }, [isUnsaved, onUnsaved]);

  // Saved by now, here or elsewhere: from then on it follows what is newer.
  useEffect(() => {
    if (!isSaving) setTyped((now) => (now && now.text === call.memo && now.over !== call.memo ? null : now));
  }, [call.memo, isSaving]);

  async function save() {
    if (typed === null) return;
    const memo = typed.text.trim();
    if (memo === call.memo) return setTyped(null);
    setSaving(true);
    const outcome = await onSave(memo);
    setSaving(false);
    // Refused, it stands beside what is there now; typed on meanwhile, it stays, over what was just saved.
    if (outcome === null) setTyped((now) => (now === null || now.text === typed.text ? null : { ...now, over: memo }));
  }

  const theirs = typed !== null && !isSaving && isTyped && typed.over !== call.memo ? call.memo : undefined;
  const field = {
    id,
    label: 'メモ',
    error: problem || null,
    theirs,
    onChange: () => setTyped(null),
  };
  return (
    <>
      <input
        id={id}
        className={styles.memo}
        type="text"
        autoComplete="off"
        aria-label={`メモ（${name} 様）`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(field, undefined)}
        data-typed={isTyped ? '' : undefined}
        value={typed?.text ?? call.memo}
        onChange={({ target }) => setTyped((now) => ({ text: target.value, over: now?.over ?? call.memo }))}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur();
        }}
      />
      <Theirs field={field} />
      <FieldError id={`${id}-error`}>{problem || null}</FieldError>
    </>
  );
}
