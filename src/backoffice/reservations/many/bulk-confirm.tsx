// Bulk confirmation: what would be done is asked, how far it is can be seen and stopped, what became of it is shown.

import { useId, useState } from 'react';
import { confirmMail } from '#backoffice/shared/unconfirmed-queue.ts';
import {
  confirmationOf,
  OUTSTANDING,
  type ReservationStatus,
  STATUS_WORDS,
} from '#domain/reservation/reservation-status.ts';
import { send } from '#web/send.ts';
import { StatusBadge } from '#web/ui/badge.tsx';
import { Muted, Row, Stack, Text } from '#web/ui/layout.tsx';
import { BulkRun, type RunHandlers } from '../bulk-run.tsx';
import { countOf, describeMails, inWords, type Listed, type RunWords } from '../run.ts';
import styles from './bulk-confirm.module.css';
import { AT_A_TIME, confirmReservations } from './contract.ts';

export const CONFIRM: RunWords = {
  title: '一括確認',
  did: '確認し',
  could: '確認でき',
  already: 'すでに確認されていました。',
};

const isOf = (status: ReservationStatus) => (row: Listed) => row.status === status;

export function planOf<L extends Listed>(selected: readonly L[]) {
  const waiting = selected.filter(({ status }) => confirmationOf(status) !== null);
  const mailed = waiting.filter(({ hasMail }) => hasMail);
  const cancellations = countOf(mailed, isOf('cancelled'));
  return {
    waiting,
    others: selected.length - waiting.length,
    steps: OUTSTANDING.map((from) => ({ from, count: countOf(waiting, isOf(from)) })).filter(({ count }) => count > 0),
    mailHint: describeMails(
      [
        ['予約確定', mailed.length - cancellations],
        ['取消確定', cancellations],
      ],
      waiting.length - mailed.length,
    ),
  };
}

interface BulkConfirmProps extends RunHandlers<Listed> {
  /** What is selected, in the order of the list, when it is opened. */
  selected: readonly (Listed & { hasRemarks: boolean })[];
}

export function BulkConfirm({ selected, ...handlers }: BulkConfirmProps) {
  const hintId = useId();
  // The list goes on changing behind it.
  const [listed] = useState(selected);
  const [isWithoutRemarks, setWithoutRemarks] = useState(false);
  const remarked = planOf(listed).waiting.filter(({ hasRemarks }) => hasRemarks).length;
  const plan = planOf(isWithoutRemarks ? listed.filter(({ hasRemarks }) => !hasRemarks) : listed);
  const { waiting } = plan;
  const sendMail = confirmMail.use();

  return (
    <BulkRun
      {...handlers}
      words={CONFIRM}
      listed={waiting}
      atATime={AT_A_TIME}
      sendMail={sendMail}
      sendBatch={async (batch) => (await send(confirmReservations, { seen: [...batch], sendMail })).results}
      ask={{
        cancel: 'キャンセル',
        ok: '確認する',
        text: (
          <>
            <Text size="xl" strong>{`選択した ${inWords(waiting.length)} 件を確認済にします。`}</Text>
            <Stack as="dl" gap="1" above="3" className={styles.steps}>
              {plan.steps.map(({ from, count }) => (
                <div key={from}>
                  <dt>
                    <StatusBadge status={from} />
                    <span>→ {STATUS_WORDS[confirmationOf(from) ?? from]}</span>
                  </dt>
                  <dd>{inWords(count)} 件</dd>
                </div>
              ))}
            </Stack>
            {plan.others > 0 && <Muted above="3">{`確認済など ${inWords(plan.others)} 件は変わりません。`}</Muted>}
            {remarked > 0 && (
              <Row as="label" gap="2" above="3">
                <input
                  type="checkbox"
                  checked={isWithoutRemarks}
                  onChange={(event) => setWithoutRemarks(event.target.checked)}
                />
                {`備考のある予約が ${inWords(remarked)} 件あります。備考のある予約を除く`}
              </Row>
            )}
            <div className={styles.mail}>
              <label>
                <input
                  type="checkbox"
                  checked={sendMail}
                  aria-describedby={sendMail ? hintId : undefined}
                  onChange={(event) => confirmMail.set(event.target.checked)}
                />
                受診者へ通知メールを送信する
              </label>
              {sendMail && <p id={hintId}>{plan.mailHint}</p>}
            </div>
            <Muted above="3">1件ずつ確かめて確認します。確認できない予約はそのまま残り、理由を表示します。</Muted>
          </>
        ),
      }}
    />
  );
}
