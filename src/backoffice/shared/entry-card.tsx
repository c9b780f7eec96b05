// The page of those who are not logged in yet: one card below the bar, which is a form.
import type { ReactNode } from 'react';
import { OfficeBar } from '#web/office-shell.tsx';
import { Button } from '#web/ui/button.tsx';
import { DialogHost } from '#web/ui/dialogs.tsx';
import { Form } from '#web/ui/form-element.tsx';
import styles from './entry-card.module.css';

export function EntryPage({ children }: { children: ReactNode }) {
  return (
    <div data-side="office">
      <OfficeBar />
      <DialogHost afterSystemError={() => {}}>
        <main className={styles.page}>{children}</main>
      </DialogHost>
    </div>
  );
}

export function EntryCard({ onSubmit, children }: { onSubmit(): void; children: ReactNode }) {
  return (
    <Form className={styles.card} onSubmit={onSubmit}>
      {children}
    </Form>
  );
}

export function EntryButton({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <Button kind="primary" className={styles.submit} type="submit" disabled={isBusy}>
      {children}
    </Button>
  );
}

export function EntryOthers({ children }: { children: ReactNode }) {
  return <div className={styles.others}>{children}</div>;
}

export function EntryNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>;
}
