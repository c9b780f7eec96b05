// What the course asks people to know once they have booked; a booking is told as made whatever becomes of these.
import { useEffect, useRef, useState } from 'react';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { Bullets } from '#examinee/parts/texts.tsx';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { takeFocus } from '#web/ui/take-focus.ts';
import { openResult } from '../contract-reserve.ts';
import styles from './result-notes.module.css';

export function ResultNotes({ number }: { number: number }) {
  const [notes, setNotes] = useState<readonly string[] | 'loading' | 'failed'>('loading');
  /** Asked for by a button, which is gone by the time they come. */
  const isAsked = useRef(false);

  useEffect(() => {
    if (notes !== 'loading') return;
    const abort = new AbortController();
    send(openResult, { number }, { signal: abort.signal }).then(
      (reply) => setNotes(reply.notes),
      () => abort.signal.aborted || setNotes('failed'),
    );
    return () => abort.abort();
  }, [notes, number]);

  if (notes === 'loading') return <Loading />;
  if (notes.length === 0) return null;
  return (
    <Card aria-labelledby="notes">
      <CardBody className={styles.notes}>
        <h2 id="notes" tabIndex={-1} ref={isAsked.current ? takeFocus : null}>
          ご案内
        </h2>
        {notes === 'failed' ? (
          <>
            <p>ご案内を表示できませんでした。ご予約は完了しています。</p>
            <Button
              onClick={() => {
                isAsked.current = true;
                setNotes('loading');
              }}
            >
              もう一度表示する
            </Button>
          </>
        ) : (
          <Bullets lines={notes} />
        )}
      </CardBody>
    </Card>
  );
}
