// Whom to telephone: large numbers, what came of the call, and a memo that is saved when it is left.

import { type FocusEvent, useState } from 'react';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { ReservationLink, type ReservationLinkProps } from '#backoffice/shared/reservation-link.tsx';
import { today as dateOf } from '#domain/calendar/clock.ts';
import { namesOf } from '#web/names-of.ts';
import { EMPTY_MARK } from '#web/ui/empty-mark.ts';
import { describedBy, FieldError, OtherValue } from '#web/ui/field-frame.tsx';
import { inputProps } from '#web/ui/fields.tsx';
import { afterPress, unbound } from '#web/ui/form.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { TableFrame } from '#web/ui/table-frame.tsx';
import { useUnsaved } from '#web/use-unsaved.ts';
import styles from './call-list.module.css';
import { CALL_STATE_WORDS, inOrder, writeCall, writeVisit } from './calls.ts';
import type { CallState, Telephoned } from './contract.ts';
import type { CallChange, Marked } from './use-notice.ts';

const COLUMNS = ['連絡状況', '氏名', 'カナ氏名', '電話番号', '予約番号', '受診', '理由', 'メモ', '連絡した人'];

const AGAIN = 'again';

interface CallListProps {
  calls: readonly Telephoned[];
  /** Null for who may not. */
  onMark: ((number: number, change: CallChange) => Promise<Marked>) | null;
  listed: ReservationLinkProps['found'];
}

export function CallList({ calls, onMark, listed }: CallListProps) {
  /** While somebody is at the list, its rows stay where they were, though they are done by now. */
  const [order, setOrder] = useState<readonly number[]>([]);
  const today = dateOf(new Date());
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) afterPress(() => setOrder([]));
  };
  return (
    <TableFrame caption="電話連絡の一覧" labels={COLUMNS} head="plain" className={styles.table}>
      <tbody onFocus={() => order.length === 0 && setOrder(calls.map(({ number }) => number))} onBlur={leave}>
        {inOrder(calls, order).map((call) => (
          <CallRow key={call.number} call={call} today={today} onMark={onMark} listed={listed} />
        ))}
      </tbody>
    </TableFrame>
  );
}

interface CallRowProps extends Omit<CallListProps, 'calls'> {
  call: Telephoned;
  today: string;
}

function CallRow({ call, today, onMark, listed }: CallRowProps) {
  const { number, phone, state, isCalled, isNeedless, needlessReason } = call;
  const [problem, setProblem] = useState<Marked>(null);
  /** What was just chosen, until the answer is there. */
  const [chosen, setChosen] = useState<CallState | null>(null);
  const name = withNarrowBlanks(call.name);
  async function mark(change: CallChange) {
    const marked = (await onMark?.(number, change)) ?? null;
    setProblem(marked);
    return marked;
  }
  async function choose(next: CallState) {
    setChosen(next);
    await mark({ state: next });
    setChosen(null);
  }
  return (
    <tr data-over={isCalled || isNeedless ? '' : undefined} aria-label={`${number} ${name}`}>
      <td className={styles.box}>
        {onMark && !(isNeedless && !isCalled) ? (
          <select
            aria-label={`連絡状況（${name} 様）`}
            {...inputProps(
              unbound<string>(`state-${number}`, '連絡状況', chosen ?? state, (word) => {
                void choose(word === AGAIN ? 'absent' : (word as CallState));
              }),
            )}
          >
            {namesOf(CALL_STATE_WORDS).map((one) => (
              <option key={one} value={one}>
                {CALL_STATE_WORDS[one]}
              </option>
            ))}
            {/* What is chosen can't be chosen once more. */}
            {state === 'absent' && <option value={AGAIN}>不在（{call.attempts + 1}回目）</option>}
          </select>
        ) : (
          state !== 'open' && (
            <Row as="span" inline gap="1" tone={isCalled ? 'done' : 'soft'} noBreak>
              {isCalled && <Icon name="check" />}
              {CALL_STATE_WORDS[state]}
            </Row>
          )
        )}
      </td>
      <td className={styles.name} title={name}>
        {name}
      </td>
      <td className={styles.kana} title={withNarrowBlanks(call.kana)}>
        {withNarrowBlanks(call.kana)}
      </td>
      <td className={styles.phone}>{phone ? <a href={`tel:${phone}`}>{phone}</a> : EMPTY_MARK}</td>
      <td className={styles.number}>
        <ReservationLink number={number} found={listed} />
      </td>
      <td className={styles.visit} title={writeVisit(call)}>
        {writeVisit(call)}
      </td>
      <td className={styles.reason}>{isNeedless ? `連絡は不要です（${needlessReason}）` : call.reason}</td>
      <td className={styles.memo}>
        {onMark ? <MemoField call={call} name={name} problem={problem} onSave={(memo) => mark({ memo })} /> : call.memo}
      </td>
      <td className={styles.by}>{writeCall(call, today)}</td>
    </tr>
  );
}

interface MemoFieldProps {
  call: Telephoned;
  name: string;
  problem: Marked;
  onSave(memo: string): Promise<Marked>;
}

/** What is typed stays, whatever comes meanwhile: that stands below it. */
function MemoField({ call: { number, memo }, name, problem, onSave }: MemoFieldProps) {
  /** `over` is what stood there when it was begun. */
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null);
  const [saving, setSaving] = useState<string | null>(null);
  const stored = saving ?? memo;
  const isTyped = typed !== null && typed.text !== stored;
  useUnsaved(isTyped);

  async function save() {
    const text = typed?.text.trim() ?? memo;
    setTyped(null);
    if (text === memo) return;
    setSaving(text);
    // Refused, it stands beside what is there now; typed on meanwhile, it stays.
    if ((await onSave(text)) !== null) setTyped((now) => now ?? { text, over: memo });
    setSaving(null);
  }

  const error = problem || null;
  const theirs = isTyped && typed.over !== stored ? stored : undefined;
  const field = { id: `memo-${number}`, label: 'メモ', error, theirs, onChange: () => setTyped(null) };
  return (
    <>
      <input
        id={field.id}
        className={styles.typed}
        type="text"
        autoComplete="off"
        aria-label={`メモ（${name} 様）`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(field, undefined)}
        data-typed={isTyped || saving !== null ? '' : undefined}
        value={typed?.text ?? stored}
        onChange={({ target }) => setTyped((now) => ({ text: target.value, over: now?.over ?? stored }))}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur();
        }}
      />
      <OtherValue field={field} />
      <FieldError id={`${field.id}-error`}>{error}</FieldError>
    </>
  );
}
