// Shown when a screen's code can't be loaded or breaks: after an update of the service, a reload brings the new one.
import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { Text } from '#web/ui/layout.tsx';
import { PlainPage } from './plain-page.tsx';
import { Button } from './ui/button.tsx';

const RELOADED = 'reloaded-at';
const PATIENCE_MS = 60_000;

export function LoadFailed() {
  const error = useRouteError();
  useEffect(() => {
    // A faulty screen would only fail again; a missing file is there after a reload, which is tried once.
    const isMissing = error instanceof TypeError && /import|fetch|load/i.test(error.message);
    if (!isMissing || !navigator.onLine || Date.now() - Number(sessionStorage.getItem(RELOADED)) < PATIENCE_MS) return;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
  }, [error]);
  return (
    <PlainPage title="画面を表示できません" heading="画面を表示できませんでした">
      <p>通信の状態をご確認のうえ、もう一度読み込んでください。入力された内容は、このタブに残っています。</p>
      <Text above="6">
        <Button kind="primary" onClick={() => location.reload()}>
          もう一度読み込む
        </Button>
      </Text>
    </PlainPage>
  );
}
