// What has become of a reservation, in a word with a mark.
import type { Ending } from '#domain/reservation/reservation-status.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import styles from './reservation-tag.module.css';

const WORDS = {
  over: { word: '受診済み・受診日経過', icon: 'check' },
  changed: { word: '変更済み', icon: 'swap' },
  cancelled: { word: 'キャンセル済み', icon: 'close' },
  asked: { word: 'お申し込み中（まだ確定していません）', icon: 'clock' },
} as const;

export function ReservationTag({ is }: { is: Ending | 'asked' }) {
  const { word, icon } = WORDS[is];
  return (
    <Row as="p" inline gap="1-half" tone="soft" strong below="2" className={styles.tag}>
      <Icon name={icon} />
      {word}
    </Row>
  );
}
