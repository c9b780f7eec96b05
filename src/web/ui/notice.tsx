// Notices and waiting: what stands in a page rather than over it.
import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from './icon.tsx';

export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className="notice" role="note">
      <Icon name="info" />
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
    <div className="waiting" role="status" aria-live="polite">
      {late && (
        <>
          <span className="spinner" />
          <p>{text}</p>
        </>
      )}
    </div>
  );
}
