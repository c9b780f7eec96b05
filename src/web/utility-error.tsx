// Shown when a page is opened out of turn.
import { PlainPage } from './plain-page.tsx';

export function UtilityError() {
  return (
    <PlainPage title="不正な操作" heading="不正な操作が行われました">
      <p>ブラウザを閉じて、URLをご確認のうえ、もう一度アクセスしてください。</p>
    </PlainPage>
  );
}
