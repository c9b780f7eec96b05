// Shown when a page is opened out of turn. The page before would lead here again: only where the tab began is offered.
import { ExitLinks, knownExits } from './exit-links.tsx';
import { PlainPage } from './plain-page.tsx';

export function UtilityError() {
  return (
    <PlainPage title="不正な操作" heading="不正な操作が行われました">
      <p>ブラウザを閉じて、URLをご確認のうえ、もう一度アクセスしてください。</p>
      <ExitLinks known={knownExits()} />
    </PlainPage>
  );
}
