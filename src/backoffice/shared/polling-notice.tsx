// Why a page that looks for news by itself does not, for the moment.
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Loaded } from '#web/use-load.ts';

export function PollingNotice({ polling: { state, resume } }: Pick<Loaded<unknown>, 'polling'>) {
  if (state === 'failing') return <Notice>最新の状態を確認できません。再接続しています。</Notice>;
  if (state !== 'stopped') return null;
  return (
    <Notice>
      自動更新を停止しました。<Button onClick={resume}>再開</Button>
    </Notice>
  );
}
