// A named part of an office form: its name at the left, its fields beside it.
import type { ReactNode } from 'react';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="form-section">
      <h2>{title}</h2>
      <div className="form-rows">{children}</div>
    </section>
  );
}
