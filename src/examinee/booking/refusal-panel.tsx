// Says why the booking can't go on as it is, and leads to the step that mends it.

import { useNavigate } from 'react-router';
import { type BookingStep, isBookingStep, type Mending } from '#domain/reservation/booking-steps.ts';
import { EXAMINEE, STEPS } from '#web/addresses.ts';
import type { CallFailed } from '#web/send.ts';
import { examineeSession } from '#web/session.ts';
import { Button } from '#web/ui/button.tsx';
import { takeFocus } from '#web/ui/focus.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { draftSession } from './draft-session.ts';
import { asksForInsurance, beginsAtMyPage, currentFlow } from './flow.ts';
import styles from './refusal-panel.module.css';

type Redo = Mending | 'top' | null;

const REDO: Readonly<Partial<Record<NonNullable<Redo>, string>>> = {
  insurance: '健康保険・お勤め先を選び直す',
  course: 'コースを選び直す',
  option: 'オプションを選び直す',
  calendar: '日時を選び直す',
  input: '入力内容を直す',
  login: 'ログインする',
  'my-page': 'マイページへ',
  top: 'トップへ戻る',
};

/** Where there is no insurance entry the way begins before it: where the first step leads back to. */
function redoOf({ mending }: CallFailed): Redo {
  const flow = currentFlow();
  if (mending !== 'insurance' || asksForInsurance(flow)) return mending;
  return beginsAtMyPage(flow) ? 'my-page' : 'top';
}

export function redoWord(refusal: CallFailed): string | null {
  const redo = redoOf(refusal);
  return (redo && REDO[redo]) ?? null;
}

/** Goes to the step that a refusal names; what was chosen there was forgotten when it came. */
export function useRedo(): (refusal: CallFailed, backTo: BookingStep) => void {
  const navigate = useNavigate();
  return (refusal, backTo) => {
    const redo = redoOf(refusal);
    const { institution } = examineeSession.get();
    // Who is known by a mail address already is spared to type it again.
    const mail = backTo === 'confirm' ? draftSession.get().entry?.values.mail : undefined;
    if (redo === 'login') return navigate(EXAMINEE.login(institution.routeParam), { state: { backTo, mail } });
    if (redo === 'my-page') return navigate(EXAMINEE.myPage);
    if (redo === 'top') return navigate(EXAMINEE.top(institution.routeParam));
    if (isBookingStep(redo)) navigate(STEPS[redo]);
  };
}

export function RefusalPanel({ refusal, at }: { refusal: CallFailed; at: BookingStep }) {
  const redo = useRedo();
  const word = redoWord(refusal);
  return (
    <Stack gap="4" className={styles.refusal} role="alert" tabIndex={-1} ref={takeFocus}>
      {refusal.sentences.map((sentence) => (
        <p key={sentence}>
          <Icon name="alert" />
          <span>{sentence}</span>
        </p>
      ))}
      {word && (
        <Button kind="primary" onClick={() => redo(refusal, at)}>
          {word}
          <Icon name="right" />
        </Button>
      )}
    </Stack>
  );
}
