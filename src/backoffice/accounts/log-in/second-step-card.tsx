// Takes the place of the login's card where the password was right and is not enough.

import { EntryCard, EntryNote } from '#backoffice/shared/entry-card.tsx';
import {
  OtherFactors,
  SecondStepField,
  submitLabel,
  TICKET_EXPIRED,
  useSecondStep,
  WRONG_CODE,
} from '#web/second-step.tsx';
import { CallFailed } from '#web/send.ts';
import type { Signed } from '#web/sign-in.ts';
import type { SecondStepAsked } from '#web/staff-sign-in.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Muted } from '#web/ui/layout.tsx';

interface SecondStepCardProps {
  userId: string;
  asked: SecondStepAsked;
  onSigned(signed: Signed): Promise<void>;
  onBack(): void;
}

export function SecondStepCard({ userId, asked, onSigned, onBack }: SecondStepCardProps) {
  const dialogs = useDialogs();
  const step = useSecondStep(asked, {
    signed: onSigned,
    wrong: () => dialogs.authenticationError(WRONG_CODE),
    async over() {
      await dialogs.authenticationError('', [TICKET_EXPIRED]);
      onBack();
    },
    async failed(error) {
      // Too many tries in a row: the sentence says how long to wait.
      if (error instanceof CallFailed && error.is('TooMany')) await dialogs.authenticationError('', error.sentences);
      else await dialogs.systemError(error);
    },
  });

  return (
    <EntryCard onSubmit={step.submit}>
      <div>
        <h1>2段階認証</h1>
        <Muted above="1">ユーザーID　{userId}</Muted>
      </div>
      <SecondStepField step={step} />
      <Button kind="primary" type="submit" disabled={step.isBusy}>
        {submitLabel(step)}
      </Button>
      <OtherFactors step={step}>
        <Button kind="plain" onClick={onBack}>
          戻る
        </Button>
      </OtherFactors>
      <EntryNote>端末を使えないときは、院内の管理者へご連絡ください。</EntryNote>
    </EntryCard>
  );
}
