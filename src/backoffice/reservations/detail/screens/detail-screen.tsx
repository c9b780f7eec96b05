// A reservation as it stands, with what can be changed about it; from an extraction also the way to the next one.
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { resultContext, useBackLink } from '#backoffice/shared/reservation-link.tsx';
import { nextInQueue } from '#backoffice/shared/unconfirmed-queue.ts';
import { isOutstanding, isReplaced } from '#domain/reservation/reservation-status.ts';
import { reservationAt } from '#web/addresses.ts';
import { useOpenedReservation } from '#web/key-in-address.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { useMay } from '#web/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { openReservation, resendReservationMail } from '../contract.ts';
import { savedEdits } from './change.ts';
import type { ConfirmedOne } from './confirm-next.tsx';
import type { MailConsentReply } from './fact-panels.tsx';
import { ReservationEditor } from './reservation-editor.tsx';
import { ReservationView } from './reservation-view.tsx';

export function ReservationDetailScreen() {
  const number = useOpenedReservation();
  return number === null ? <NoReservation /> : <Detail number={number} />;
}

/** The address was mistyped, or is another institution's, or what it named was erased. */
function NoReservation() {
  const back = useBackLink();
  return (
    <>
      <PageHead title="予約内容の確認・変更" crumbs={['予約管理', { label: back.name, to: back.path }]} />
      <Notice>予約が見つかりません。予約番号をご確認ください。</Notice>
      <p>
        <LinkButton to={back.path}>{back.name}に戻る</LinkButton>
      </p>
    </>
  );
}

function Detail({ number }: { number: number }) {
  const navigate = useNavigate();
  const back = useBackLink();
  const dialogs = useDialogs();
  const { state } = useLocation();
  /** The next of the list, which may be confirmed already. */
  const [sought, setSought] = useState<number | null>(null);
  const [missing, setMissing] = useState<number | null>(null);
  const [confirmed, setConfirmed] = useState<ConfirmedOne | null>(null);
  const [amended, setAmended] = useState<{ number: number; sentence: string } | null>(null);
  const { data, reload, replace } = useLoad(
    openReservation,
    { number },
    {
      onMissing: () => (sought === number ? goOn() : setMissing(number)),
    },
  );
  const mayChange = useMay('reception');
  const [edits, setEdits] = useState(() => (state?.fromPicker ? savedEdits.get() : null));

  const resend = (mailId: string) =>
    dialogs.attempt(async () => {
      await send(resendReservationMail, { number, mailId });
      reload();
    });

  /** To the next of the list that waits to be confirmed; what a colleague has done meanwhile is passed over. */
  function goOn() {
    const next = nextInQueue(number);
    if (next === null) return navigate(back.path);
    setSought(next);
    navigate(reservationAt(next), { replace: true });
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the next one is there
  useEffect(() => {
    if (sought !== number || data?.number !== number) return;
    if (isOutstanding(data.status) && !data.isAnonymous) setSought(null);
    else goOn();
  }, [sought, data, number]);

  // Who goes on to another one has been informed that what was typed is lost.
  const shown = useRef(number);
  useEffect(() => {
    resultContext.set({ seen: number });
    if (shown.current === number) return;
    shown.current = number;
    setEdits(null);
    savedEdits.clear();
    if (number === sought) return;
    setSought(null);
    setConfirmed(null);
  }, [number, sought]);

  if (missing === number) return <NoReservation />;
  if (!data) return <Loading />;
  const view = {
    data,
    confirmed,
    amended: amended?.number === number ? amended.sentence : null,
    onAmended(sentence: string) {
      setAmended({ number, sentence });
      reload();
    },
    onResend: mayChange ? resend : null,
    onMailConsent: (consent: MailConsentReply) => replace({ ...data, ...consent }),
  };
  if (data.isAnonymous || isReplaced(data.status) || !mayChange) return <ReservationView {...view} />;
  return (
    <ReservationEditor
      key={data.number}
      {...view}
      edits={edits?.number === data.number ? edits : null}
      onNewer={replace}
      isSeeking={sought !== null || data.number !== number}
      onConfirmed={(one) => {
        setConfirmed(one);
        goOn();
      }}
    />
  );
}
