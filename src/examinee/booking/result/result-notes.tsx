// What the course asks people to know once they have booked; a booking is reported as made whatever becomes of these.
import { useRef } from 'react';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { Bullets } from '#examinee/parts/texts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { takeFocus } from '#web/ui/take-focus.ts';
import { useLoad } from '#web/use-load.ts';
import { openResult } from '../contract-reserve.ts';
import styles from './result-notes.module.css';

export function ResultNotes({ number }: { number: number }) {
  const { data, isFailed, isLoading, reload } = useLoad(openResult, { number }, { isQuiet: true });
  /** Asked for by a button, which is gone by the time they come. */
  const isAsked = useRef(false);

  if (isLoading) return <Loading />;
  if (!isFailed && !data?.notes.length) return null;
  return (
    <Card aria-labelledby="notes">
      <CardBody className={styles.notes}>
        <h2 id="notes" tabIndex={-1} ref={isAsked.current ? takeFocus : null}>
          ご案内
        </h2>
        {isFailed ? (
          <>
            <p>ご案内を表示できませんでした。ご予約は完了しています。</p>
            <Button
              onClick={() => {
                isAsked.current = true;
                reload();
              }}
            >
              もう一度表示する
            </Button>
          </>
        ) : (
          <Bullets lines={data?.notes ?? []} />
        )}
      </CardBody>
    </Card>
  );
}
