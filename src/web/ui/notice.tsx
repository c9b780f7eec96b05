// Notices and waiting: what stands in a page rather than over it.
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import { Row, type Space } from './layout.tsx';
import styles from './notice.module.css';
import { Spinner } from './spinner.tsx';

interface NoticeProps extends Space {
  className?: string;
  /** Close to what it is about, and in a frame: somebody should think of it before they go on. */
  tone?: 'care';
  icon?: IconName;
  children: ReactNode;
}

export function Notice({ className, tone, icon = 'info', children, ...space }: NoticeProps) {
  const look = { className: classes(styles.notice, className), 'data-kind': tone };
  return (
    <Row wrap={false} align="stretch" {...space} {...look} role="note">
      <Icon name={icon} />
      <div>{children}</div>
    </Row>
  );
}

export function DoneLine({ children }: { children: ReactNode }) {
  return (
    <div className={styles.done} role="status">
      <Icon name="check" />
      <div>{children}</div>
    </div>
  );
}

/** Shows itself only when waiting has become noticeable, so that quick answers do not flicker. */
export function Loading({ text = '読み込んでいます。' }: { text?: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 500);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Row wrap={false} gap="3" data-waiting role="status" aria-live="polite">
      {late && (
        <>
          <Spinner />
          <p>{text}</p>
        </>
      )}
    </Row>
  );
}

export const LoadFailed = ({ onRetry }: { onRetry(): void }) => (
  <>
    読み込めませんでした。
    <Button kind="plain" onClick={onRetry}>
      もう一度
    </Button>
  </>
);
