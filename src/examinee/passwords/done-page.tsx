// Says that it is done, and leads on.
import type { ReactNode } from 'react';
import { Card, CardBody } from '#examinee/parts/card.tsx';
import { EntryEnd } from '#examinee/parts/entry-form.tsx';
import { ExamineePage } from '#web/examinee-page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface DonePageProps {
  title: string;
  button: string;
  onGoOn(): void;
  /** Another way on, which goes first. */
  more?: { label: string; onClick(): void };
  children: ReactNode;
}

export function DonePage({ title, button, onGoOn, more, children }: DonePageProps) {
  return (
    <ExamineePage title={title} layout="narrow">
      <Card as="div">
        <CardBody gap="3">{children}</CardBody>
      </Card>
      <EntryEnd>
        {more && (
          <Button kind="primary" onClick={more.onClick}>
            {more.label}
            <Icon name="right" />
          </Button>
        )}
        <Button kind={more ? 'quiet' : 'primary'} onClick={onGoOn}>
          {button}
          <Icon name="right" />
        </Button>
      </EntryEnd>
    </ExamineePage>
  );
}
