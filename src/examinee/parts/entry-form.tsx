// The form of a step that asks for more than a choice: its parts, and the button that ends it.
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form-element.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import styles from './entry-form.module.css';

export function EntryForm({ onSubmit, children }: { onSubmit(): void; children: ReactNode }) {
  return (
    <Form gap="6" onSubmit={onSubmit}>
      {children}
    </Form>
  );
}

export function StarNote() {
  return <p className={styles.star}>の付いた項目は、必ず入力してください。</p>;
}

interface EntryPartProps {
  /** The heading's id; without a heading the page's own is enough. */
  id?: string;
  title?: string;
  children: ReactNode;
}

export function EntryPart({ id, title, children }: EntryPartProps) {
  if (!title) return <div className={styles.part}>{children}</div>;
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

export function EntryEnd({ children }: { children: ReactNode }) {
  return <Stack gap="3">{children}</Stack>;
}

export function EntrySubmit({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <EntryEnd>
      <Button kind="primary" type="submit" aria-disabled={isBusy}>
        {children}
        <Icon name="right" />
      </Button>
    </EntryEnd>
  );
}
