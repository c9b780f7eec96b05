// Shown when a page is opened out of turn. The page before would lead here again: only where the tab began is offered.
import { PlainPage } from './plain-page.tsx';
import { Ways, type WaysProps } from './ways.tsx';

export function UtilityError({ ways }: { ways(): WaysProps['known'] }) {
  return (
    <PlainPage title="不正な操作" heading="不正な操作が行われました">
      <p>ブラウザを閉じて、URLをご確認のうえ、もう一度アクセスしてください。</p>
      <Ways known={ways()} />
    </PlainPage>
  );
}
