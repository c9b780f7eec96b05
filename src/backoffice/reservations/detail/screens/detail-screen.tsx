// A reservation as it stands, with what can be changed about it; from an extraction also the way to the next one.

import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { resendReservationMail } from '#backoffice/reservations/mails/contract.ts';
import { useBackLink } from '#backoffice/shared/back-link.ts';
import { nextInQueue } from '#backoffice/shared/unconfirmed-queue.ts';
import { isOutstanding, isReplaced } from '#domain/reservation/reservation-status.ts';
import { send } from '#web/send.ts';
import { useMay } from '#web/session.ts';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { openReservation } from '../contract.ts';
import { choose, savedEdits, useChosen } from './chosen.ts';
import type { ConfirmedOne } from './confirm-next.tsx';
import type { MailConsentReply } from './mail-consent.tsx';
import { ReservationEditor } from './reservation-editor.tsx';
import { ReservationView } from './reservation-view.tsx';

export function ReservationDetailScreen() {
  const number = useChosen();
  const back = useBackLink();
  // Opened without a chosen one, for instance from a bookmark.
  if (number === null) return <Navigate to={back.path} replace />;
  return <Detail number={number} />;
}

function Detail({ number }: { number: number }) {
  const navigate = useNavigate();
  const back = useBackLink();
  const dialogs = useDialogs();
  const { state } = useLocation();
  const [isSeeking, setSeeking] = useState(false);
  const [confirmed, setConfirmed] = useState<ConfirmedOne | null>(null);
  const [amended, setAmended] = useState<{ number: number; sentence: string } | null>(null);
  const { data, reload, replace } = useLoad(
    openReservation,
    { number },
    {
      onMissing: () => (isSeeking ? goOn() : navigate(back.path, { replace: true })),
    },
  );
  const mayChange = useMay('reception');
  const [kept, setKept] = useState(() => (state?.fromPicker ? savedEdits.get() : null));

  const resend = (mailId: string) =>
    dialogs.attempt(async () => {
      await send(resendReservationMail, { reservationNumber: number, mailId });
      reload();
    });

  /** To the next of the list that waits to be confirmed; what a colleague has done meanwhile is passed over. */
  function goOn() {
    const next = nextInQueue(number);
    if (next === null) return navigate(back.path);
    setSeeking(true);
    setKept(null);
    choose(next);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the next one is there
  useEffect(() => {
    if (!isSeeking || data?.number !== number) return;
    if (isOutstanding(data.status) && !data.isAnonymous) setSeeking(false);
    else goOn();
  }, [isSeeking, data, number]);

  /** Who goes on to another one has been informed that what was typed is lost. */
  function open(other: number) {
    setKept(null);
    setSeeking(false);
    setConfirmed(null);
    savedEdits.clear();
    choose(other);
  }

  if (!data) return <Loading />;
  const view = {
    data,
    confirmed,
    amended: amended?.number === number ? amended.sentence : null,
    onAmended(sentence: string) {
      setAmended({ number, sentence });
      reload();
    },
    onOpen: open,
    onResend: mayChange ? resend : null,
    onWish: (wish: MailConsentReply) => replace({ ...data, ...wish }),
  };
  if (data.isAnonymous || isReplaced(data.status) || !mayChange) return <ReservationView {...view} />;
  return (
    <ReservationEditor
      key={data.number}
      {...view}
      kept={kept?.number === data.number ? kept : null}
      onNewer={replace}
      isSeeking={isSeeking || data.number !== number}
      onConfirmed={(one) => {
        setConfirmed(one);
        goOn();
      }}
    />
  );
}
