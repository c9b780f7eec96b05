// Tells why a page that looks for news by itself does not, for the moment.
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Watching } from './watching.ts';

export function WatchNotices({ state, onResume }: { state: Watching; onResume(): void }) {
  if (state === 'failing') return <Notice>最新の状態を確認できません。再接続しています。</Notice>;
  if (state !== 'stopped') return null;
  return (
    <Notice>
      自動更新を停止しました。<Button onClick={onResume}>再開</Button>
    </Notice>
  );
}
