// Shown when a page is opened out of turn.
import './styles/examinee.css';
import { useTitle } from './page-head.tsx';

export function UtilityError() {
  useTitle('不正な操作');
  return (
    <div className="examinee">
      <main className="plain-page">
        <h1>不正な操作が行われました</h1>
        <p>ブラウザを閉じて、URLをご確認のうえ、もう一度アクセスしてください。</p>
      </main>
    </div>
  );
}
