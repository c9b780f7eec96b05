// The result: the reservation number, what to know, and the first password, shown once.

import { useRef, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { examineeUserId } from '#account/contract.ts';
import { formatDateTime } from '#domain/calendar/japanese-dates.ts';
import { type BookingResult, bookingSession } from '#examinee/booking-session.ts';
import { enterMyPage } from '#examinee/log-in.ts';
import { CalendarFile } from '#examinee/parts/calendar-file.tsx';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { MailText, Pairs } from '#examinee/parts/pairs.tsx';
import { Bullets, NoWrap } from '#examinee/parts/texts.tsx';
import { VisitTime } from '#examinee/parts/visit-head.tsx';
import { EXAMINEE } from '#web/addresses.ts';
import { CallFailed } from '#web/send.ts';
import { examineeSession, isExaminee } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { takeFocus } from '#web/ui/focus.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Muted } from '#web/ui/layout.tsx';
import { Loading, Notice } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { useOnce } from '#web/use-save.ts';
import { openResult } from '../contract-reserve.ts';
import { FlowFrame } from '../flow-frame.tsx';
import styles from './result-screen.module.css';

export function ResultScreen() {
  const [result] = useState(() => bookingSession.get().result);
  return result ? <Result result={result} /> : <Navigate to={EXAMINEE.myPage} replace />;
}

function Result({ result }: { result: BookingResult }) {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const session = examineeSession.use();
  const isLoggedIn = isExaminee(session);
  const { isBusy, once } = useOnce();
  const { account, desired } = result;
  const isChange = result.replaced !== null;
  const what = isChange ? 'ご予約の変更を' : desired ? 'お申し込みを' : '予約';
  const done = isChange || desired ? '受け付けました' : '確定';
  const still = desired ? '（まだ確定していません）' : '';

  /** The log-in that follows a first booking was refused then; its reasons pass. */
  async function logIn({ mail, firstPassword }: NonNullable<typeof account>): Promise<boolean> {
    const userId = examineeUserId(session.auth.institutionCode, mail);
    const sentence = await enterMyPage(userId, firstPassword).then(
      (isIn) => (isIn ? null : 'メールアドレスとパスワードをご確認のうえ、ログイン画面からお試しください。'),
      (error) => (error instanceof CallFailed && error.sentences[0]) || 'しばらく待ってから、もう一度お試しください。',
    );
    if (sentence === null) return true;
    await dialogs.show({
      title: '認証エラー',
      tone: 'wrong',
      lead: 'ログインできませんでした。ご予約は完了しています。',
      line: sentence,
    });
    return false;
  }

  const goOn = () =>
    once(async (begin) => {
      begin();
      const isIn = isLoggedIn || !account || (await logIn(account));
      if (!isIn) return;
      bookingSession.set({ result: { ...result, account: null } });
      navigate(EXAMINEE.myPage);
    });

  return (
    <FlowFrame
      step="result"
      layout="narrow"
      title={`${what}${done}${still}`}
      desired={desired}
      head={
        <div className={styles.head}>
          <p className={styles.mark} data-hide="print">
            <Icon name="check" />
          </p>
          <h1 tabIndex={-1}>
            {what}
            <wbr />
            {done}
            {still && <span className={styles.still}>{still}</span>}
          </h1>
          <p className={styles.text}>正常に処理が完了しました</p>
        </div>
      }
    >
      <div className={styles.booked}>
        <p>予約番号</p>
        <p className={styles.number}>{result.number}</p>
        <p>
          <VisitTime visit={result.visit} />
        </p>
        <p>{result.courseName}</p>
        {isChange && (
          <Muted above="2">
            <NoWrap>予約番号が新しくなりました</NoWrap>
            <NoWrap>
              （{result.replaced} → {result.number}）
            </NoWrap>
          </Muted>
        )}
      </div>
      {!desired && <CalendarFile {...result} />}
      {isLoggedIn && <ResultNotes number={result.number} />}
      {account && <FirstPassword {...account} />}
      {!isLoggedIn && <Notice>ご予約は完了しています。マイページにはまだログインしていません。</Notice>}
      <Button kind="primary" aria-disabled={isBusy} onClick={goOn}>
        {isLoggedIn ? 'マイページへ' : 'ログインしてマイページへ'}
        <Icon name="right" />
      </Button>
    </FlowFrame>
  );
}

function FirstPassword({ mail, firstPassword, passwordLimit }: NonNullable<BookingResult['account']>) {
  return (
    <Card aria-labelledby="account">
      <CardBody gap="2">
        <h2 id="account">マイページのログイン情報</h2>
        <p>ご予約の確認・変更・キャンセルは、マイページでできます。</p>
        <Pairs
          stacked
          rows={[
            ['メールアドレス', <MailText key="mail" mail={mail} />],
            [
              '最初のパスワード',
              <b key="password" className={styles.password}>
                {firstPassword}
              </b>,
            ],
          ]}
        />
        <p>
          このパスワードは、この画面でのみ表示します（同じ内容をメールでもお送りします）。
          {passwordLimit && (
            <>
              <NoWrap>
                <b>{formatDateTime(passwordLimit)}</b>
              </NoWrap>
              まで使えます。
            </>
          )}
          マイページでお早めにご自分のパスワードに変更してください。
        </p>
      </CardBody>
    </Card>
  );
}

/** What the course asks people to know once they have booked; a booking is reported as made whatever becomes of these. */
function ResultNotes({ number }: { number: number }) {
  const { data, isFailed, isLoading, reload } = useLoad(openResult, { number }, { isQuiet: true });
  /** Asked for by a button, which is gone by the time they come. */
  const isAsked = useRef(false);

  if (isLoading) return <Loading />;
  if (!isFailed && !data?.notes.length) return null;
  return (
    <Card aria-labelledby="notes">
      <CardBody gap="2" className={styles.notes}>
        <h2 id="notes" tabIndex={-1} ref={isAsked.current ? takeFocus : null}>
          ご案内
        </h2>
        {isFailed ? (
          <>
            <p>ご案内を表示できませんでした。ご予約は完了しています。</p>
            <Button
              onClick={() => {
                isAsked.current = true;
                reload();
              }}
            >
              もう一度表示する
            </Button>
          </>
        ) : (
          <Bullets lines={data?.notes ?? []} />
        )}
      </CardBody>
    </Card>
  );
}
