// Whom to telephone: large numbers, a box for who was reached, and a memo that is saved when it is left.
import { type FocusEvent, useCallback, useState } from 'react';
import { today as dateOf } from '#domain/calendar/clock.ts';
import { afterPress } from '#web/ui/after-press.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { NOTHING } from '#web/ui/nothing.ts';
import { useUnsaved } from '#web/use-unsaved.ts';
import { narrowBlank } from '../names.ts';
import styles from './call-list.module.css';
import { inOrder, shortMoment, writeVisit } from './calls.ts';
import type { Telephoned } from './contract.ts';
import { MemoField } from './memo-field.tsx';
import type { ReservationLink } from './paths.ts';
import type { CallChange, Marked } from './use-notice.ts';

const COLUMNS = ['連絡済', '氏名', 'カナ氏名', '電話番号', '予約番号', '受診', '理由', 'メモ', '連絡した人'];

type Mark = (number: number, change: CallChange) => Promise<Marked>;

interface CallListProps {
  calls: readonly Telephoned[];
  /** Null for who may not. */
  onMark: Mark | null;
  reservation: ReservationLink;
}

export function CallList({ calls, onMark, reservation }: CallListProps) {
  // Who is at a row finds it where it was, though it is done by now.
  const [held, setHeld] = useState<ReadonlySet<number>>(new Set());
  // Together: a page can ask only once before it is left.
  const [unsaved, setUnsaved] = useState<ReadonlySet<number>>(new Set());
  const tellUnsaved = useCallback(
    (number: number, isUnsaved: boolean) =>
      setUnsaved((before) => {
        if (before.has(number) === isUnsaved) return before;
        const others = [...before].filter((one) => one !== number);
        return new Set(isUnsaved ? [...others, number] : others);
      }),
    [],
  );
  useUnsaved(unsaved.size > 0);
  const today = dateOf(new Date());
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">電話連絡の一覧</caption>
      <thead>
        <tr>
          {COLUMNS.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {inOrder(calls, held).map((call) => (
          <Row
            key={call.number}
            call={call}
            today={today}
            onMark={onMark}
            onHold={(isHeld) => afterPress(() => setHeld(new Set(isHeld ? [call.number] : [])))}
            onUnsaved={tellUnsaved}
            reservation={reservation}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  call: Telephoned;
  today: string;
  onMark: Mark | null;
  onHold(isHeld: boolean): void;
  onUnsaved(number: number, isUnsaved: boolean): void;
  reservation: ReservationLink;
}

function Row({ call, today, onMark, onHold, onUnsaved, reservation }: RowProps) {
  const { number, phone, isCalled, isNeedless, needlessReason } = call;
  const [problem, setProblem] = useState<Marked>(null);
  /** What was just ticked, until the answer is there. */
  const [ticked, setTicked] = useState<boolean | null>(null);
  const name = narrowBlank(call.name);
  const tellUnsaved = useCallback((isUnsaved: boolean) => onUnsaved(number, isUnsaved), [onUnsaved, number]);
  const mark = async (change: CallChange) => {
    const outcome = (await onMark?.(number, change)) ?? null;
    setProblem(outcome);
    return outcome;
  };
  async function tick(isOn: boolean) {
    setTicked(isOn);
    await mark({ isCalled: isOn });
    setTicked(null);
  }
  const leave = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) onHold(false);
  };
  return (
    <tr
      data-over={isCalled || isNeedless ? '' : undefined}
      onFocus={() => onHold(true)}
      onBlur={leave}
      aria-label={`${number} ${name}`}
    >
      <td className={styles.box}>
        {onMark && !(isNeedless && !isCalled) ? (
          <label>
            <input type="checkbox" checked={ticked ?? isCalled} onChange={({ target }) => void tick(target.checked)} />
            連絡済<span className="visually-hidden">（{name} 様）</span>
          </label>
        ) : (
          isCalled && (
            <span className={styles.called}>
              <Icon name="check" />
              連絡済
            </span>
          )
        )}
      </td>
      <td className={styles.name} title={name}>
        {name}
      </td>
      <td className={styles.kana} title={narrowBlank(call.kana)}>
        {narrowBlank(call.kana)}
      </td>
      <td className={styles.phone}>{phone ? <a href={`tel:${phone}`}>{phone}</a> : NOTHING}</td>
      <td className={styles.number}>
        <Link to={reservation.path} onClick={() => reservation.choose(number)}>
          {number}
        </Link>
      </td>
      <td className={styles.visit} title={writeVisit(call)}>
        {writeVisit(call)}
      </td>
      <td className={styles.reason}>{isNeedless ? `連絡は不要です（${needlessReason}）` : call.reason}</td>
      <td className={styles.memo}>
        {onMark ? (
          <MemoField
            call={call}
            name={name}
            problem={problem}
            onSave={(memo) => mark({ memo })}
            onUnsaved={tellUnsaved}
          />
        ) : (
          call.memo
        )}
      </td>
      <td className={styles.by}>{isCalled && `${shortMoment(call.calledAt, today)} ${call.calledBy}`}</td>
    </tr>
  );
}
