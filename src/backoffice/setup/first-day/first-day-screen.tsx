// The guide by itself, which can be opened at any time.

import { useState } from 'react';
import { PageHead } from '#web/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import { takeFocus } from '#web/ui/focus.ts';
import { Stack } from '#web/ui/layout.tsx';
import { DoneLine, Loading, Notice } from '#web/ui/notice.tsx';
import { AddressPanel } from './address-panel.tsx';
import { TITLE } from './contract.ts';
import styles from './first-day-screen.module.css';
import { StepList } from './step-list.tsx';
import { finishedSentence, isFinished, useGuide } from './use-guide.ts';

export function FirstDayScreen() {
  const { guide, isFailed, retry, isBusy, later, reopen } = useGuide();
  const [isReopened, setReopened] = useState(false);
  return (
    <>
      <PageHead title={TITLE} crumbs={['運用管理']} />
      {isFailed && (
        <Notice>
          はじめての設定を表示できません。
          <Button kind="plain" onClick={retry}>
            もう一度読み込む
          </Button>
        </Notice>
      )}
      {!guide && !isFailed && <Loading />}
      {guide && (
        <Stack gap="3" className={styles.page}>
          {isFinished(guide) && <DoneLine>{finishedSentence(guide.openDate)}</DoneLine>}
          <StepList
            guide={guide}
            acts={{ isBusy, later }}
            tools={
              guide.isClosed ? (
                <Button
                  disabled={isBusy}
                  onClick={() => {
                    setReopened(true);
                    reopen();
                  }}
                >
                  TOPに表示する
                </Button>
              ) : (
                isReopened && (
                  <span ref={takeFocus} tabIndex={-1} data-reader="">
                    TOPに表示しました。
                  </span>
                )
              )
            }
          />
          <AddressPanel url={guide.url} />
        </Stack>
      )}
    </>
  );
}
