// A page of its own with nothing but a heading and a few words, outside of any errand; the first of them is shown when a screen breaks.

import { type ReactNode, useEffect } from 'react';
import { useRouteError } from 'react-router';
import { useTitle } from './page-head.tsx';
import styles from './plain-page.module.css';
import { Button } from './ui/button.tsx';
import { Text } from './ui/layout.tsx';

export function PlainPage({ title, heading, children }: { title: string; heading: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div data-side="examinee">
      <main className={styles.page}>
        <h1>{heading}</h1>
        {children}
      </main>
    </div>
  );
}

const RELOADED = 'reloaded-at';
const PATIENCE_MS = 60_000;

/** When a screen's code can't be loaded or breaks: after an update of the service, a reload brings the new one. */
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
