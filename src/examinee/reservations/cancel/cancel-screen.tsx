// Asks whether a reservation is to be cancelled, shows what and for whom it is, and cancels it; then what to know about that.

import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { payerOf } from '#domain/reservation/user-kind.ts';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { BackButton, EntryEnd } from '#examinee/parts/entry-form.tsx';
import { Pairs, PersonPairs } from '#examinee/parts/pairs.tsx';
import { Bullets } from '#examinee/parts/texts.tsx';
import { EXAMINEE } from '#web/addresses.ts';
import { ExamineePage } from '#web/examinee-page.tsx';
import { randomId } from '#web/random-id.ts';
import { offerResend } from '#web/resend.ts';
import { type CallFailed, send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { takeFocus } from '#web/ui/focus.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { useSave } from '#web/use-save.ts';
import { type Cancelling, cancelReservation, openCancel, openCancelled } from '../contract-reservation.ts';
import { myPageSession } from '../my-page-session.ts';
import { bookedRows, ReservationHead } from '../reservation-head.tsx';
import styles from './cancel-screen.module.css';

const NOT_KNOWN =
  'キャンセルが完了したかどうかを確認できませんでした。通信の状態をご確認のうえ、もう一度お試しください。';

export function CancelScreen() {
  const { cancelNumber } = myPageSession.use();
  return cancelNumber === null ? <Navigate to={EXAMINEE.myPage} replace /> : <ConfirmCancel number={cancelNumber} />;
}

/** The same for one reservation however often it is sent, also after the tab was loaded again. */
function requestId(): string {
  const { cancelRequestId } = myPageSession.get();
  if (cancelRequestId) return cancelRequestId;
  const id = randomId();
  myPageSession.set({ cancelRequestId: id });
  return id;
}

function ConfirmCancel({ number }: { number: number }) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const { act } = useSave();
  const [refused, setRefused] = useState<CallFailed | null>(null);
  const toMyPage = () => navigate(EXAMINEE.myPage, { replace: true });
  const { data, refusal } = useLoad(openCancel, { number }, { onMissing: toMyPage });
  const why = (refused ?? refusal)?.sentences[0] ?? '';

  const cancel = () =>
    act({
      ask: () =>
        dialogs.confirm('キャンセルしますか。', {
          title: 'キャンセル確認',
          line: 'キャンセルすると、元に戻すことはできません。',
          ok: 'キャンセルする',
          cancel: '戻る',
          danger: true,
        }),
      progress: { title: 'キャンセル中', sentence: 'キャンセル中です。' },
      send: () => send(cancelReservation, { number, requestId: requestId() }),
      done: () => navigate(EXAMINEE.cancelled, { replace: true, state: { cancelled: number } }),
      refused(failure) {
        dialogs.close();
        setRefused(failure);
      },
      failed: offerResend(dialogs, NOT_KNOWN),
    });

  const canCancel = data !== null && !why;
  return (
    <ExamineePage
      title="予約のキャンセル"
      lead={
        canCancel && 'まだキャンセルは完了していません。内容をご確認のうえ、「キャンセルする」ボタンを押してください。'
      }
      layout="narrow"
    >
      {!data && !why && <Loading />}
      {why && (
        <div role="alert" tabIndex={-1} ref={refused ? takeFocus : null}>
          <Notice>{why}</Notice>
        </div>
      )}
      {canCancel && <Reservation reservation={data} />}
      {canCancel && (
        <EntryEnd>
          <Button kind="danger-outline" onClick={cancel}>
            キャンセルする
          </Button>
        </EntryEnd>
      )}
      <BackButton label={canCancel ? '戻る' : 'マイページへ戻る'} onClick={toMyPage} />
    </ExamineePage>
  );
}

function Reservation({ reservation }: { reservation: Cancelling }) {
  return (
    <>
      <Card aria-labelledby="visit">
        <ReservationHead {...reservation} id="visit" />
        <CardBody className={styles.facts}>
          <Pairs rows={bookedRows(reservation)} />
        </CardBody>
      </Card>
      <Card aria-labelledby="person">
        <CardBody>
          <h2 id="person">お客様情報</h2>
          <PersonPairs kind={{ origin: 'my-page', payer: payerOf(reservation.clientCode) }} person={reservation} />
        </CardBody>
      </Card>
    </>
  );
}

export function CancelledScreen() {
  // Which one it was belongs to this page: another may have been looked at since.
  const { state }: { state: { cancelled?: number } | null } = useLocation();
  const cancelled = state?.cancelled;
  return cancelled === undefined ? <Navigate to={EXAMINEE.myPage} replace /> : <Cancelled number={cancelled} />;
}

/** What the course asks people to know now; it is reported as done whatever becomes of these lines. */
function Cancelled({ number }: { number: number }) {
  const navigate = useNavigate();
  const { data } = useLoad(openCancelled, { number }, { isQuiet: true });
  const notes = data?.notes ?? [];

  return (
    <ExamineePage title="キャンセル完了" lead={`予約番号 ${number} のキャンセルを受け付けました。`} layout="narrow">
      {notes.length > 0 && (
        <Card aria-labelledby="notes">
          <CardBody>
            <h2 id="notes">ご案内</h2>
            <Bullets lines={notes} />
          </CardBody>
        </Card>
      )}
      <Button kind="primary" onClick={() => navigate(EXAMINEE.myPage, { replace: true })}>
        マイページへ戻る
        <Icon name="right" />
      </Button>
    </ExamineePage>
  );
}
