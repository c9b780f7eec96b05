// The way back from a screen: below everything else, as wide as its words.
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import styles from './back-button.module.css';

export function BackButton({ label = '戻る', onClick }: { label?: string; onClick(): void }) {
  return (
    <p className={styles.back} data-hide="print">
      <Button onClick={onClick}>
        <Icon name="left" />
        {label}
      </Button>
    </p>
  );
}
