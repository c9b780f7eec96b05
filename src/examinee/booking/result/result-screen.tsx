// The result: the reservation number, what to know, and the first password, told once.
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { type BookingResult, bookingSession } from '#examinee/booking-session.ts';
import type { BookingPaths } from '#examinee/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { openResult } from '../contract-reserve.ts';
import { FlowFrame } from '../flow-frame.tsx';
import { MailText } from '../mail-text.tsx';
import { VisitTime } from '../summary.tsx';
import { useStepLoad } from '../use-step-load.ts';

export function ResultScreen({ paths }: { paths: BookingPaths }) {
  const [result] = useState(() => bookingSession.get().result);
  return result ? <Result result={result} paths={paths} /> : <Navigate to={paths.myPage} replace />;
}

function Result({ result, paths }: { result: BookingResult; paths: BookingPaths }) {
  const navigate = useNavigate();
  const { data } = useStepLoad(openResult, { number: result.number });
  const desired = data?.method === 'desired';
  const title = desired ? 'お申し込みを受け付けました（まだ確定していません）' : '予約確定';
  const { account } = result;
  return (
    <FlowFrame
      step="result"
      layout="narrow"
      title={title}
      desired={desired}
      head={
        <div className="result-head">
          <p className="result-mark">
            <Icon name="check" />
          </p>
          <h1 tabIndex={-1}>
            {desired ? (
              <>
                <span className="whole">お申し込みを受け付けました</span>
                <span className="whole result-still">（まだ確定していません）</span>
              </>
            ) : (
              title
            )}
          </h1>
          <p className="result-text">正常に処理が完了しました</p>
        </div>
      }
    >
      <div className="result-number">
        <p>予約番号</p>
        <p className="result-digits">{String(result.number).padStart(9, '0')}</p>
        <p>
          <VisitTime visit={result.visit} />
        </p>
        <p>{result.courseName}</p>
      </div>
      {!data && <Loading />}
      {data && data.notes.length > 0 && (
        <section className="card card-body" aria-labelledby="notes">
          <h2 id="notes">ご案内</h2>
          <ul className="bullets">
            {data.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      {account && (
        <section className="card card-body first-password" aria-labelledby="account">
          <h2 id="account">マイページのログイン情報</h2>
          <p>ご予約の確認・変更・キャンセルは、マイページでできます。</p>
          <dl className="pairs">
            <div>
              <dt>メールアドレス</dt>
              <dd>
                <MailText mail={account.mail} />
              </dd>
            </div>
            <div>
              <dt>最初のパスワード</dt>
              <dd className="password">{account.firstPassword}</dd>
            </div>
          </dl>
          <p>
            このパスワードは、この画面でのみ表示します（同じ内容をメールでもお送りします）。有効期限がありますので、マイページでお早めにご自分のパスワードに変更してください。
          </p>
        </section>
      )}
      <Button
        kind="primary"
        className="wide"
        onClick={() => {
          // Told once.
          bookingSession.set({ result: { ...result, account: null } });
          navigate(paths.myPage);
        }}
      >
        マイページへ
        <Icon name="right" />
      </Button>
    </FlowFrame>
  );
}
