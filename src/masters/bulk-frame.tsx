// A screen that sets many days at once: heading, check, confirm, sending, completion, and the way back to the month.
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ActionBar, BarForm } from '#web/action-bar.tsx';
import { BackToGuide } from '#web/master-screens/back-to-guide.tsx';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { useOpenNotice } from '#web/open-notice.ts';
import { PageHead } from '#web/page-head.tsx';
import { LeaveButton } from '#web/ui/button.tsx';
import { CLOSE, DISMISSED } from '#web/ui/dialog-box.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import type { PlacedProblem } from '#web/ui/form.ts';
import { type Checked, useSave } from '#web/use-save.ts';
import { useUnsaved } from '#web/use-unsaved.ts';
import { NOTIFY, type NotifyProps } from './notify-button.tsx';

export interface Registered {
  details: ReactNode;
  notify: NotifyProps['wanted'] | null;
}

interface BulkFrameProps<T> {
  master: string;
  month: string;
  form: {
    problems: readonly PlacedProblem[];
    editedCount: number;
    submit(): Checked<T>;
  };
  about(value: T): ReactNode;
  isGrave?(value: T): boolean;
  register(value: T): Promise<Registered>;
  opensAt(value: T): string;
  /** What most people register after this, in the same form. */
  next?: { label: string; go(): void } | undefined;
  children: ReactNode;
}

const NEXT = 'next';

export function BulkFrame<T>(props: BulkFrameProps<T>) {
  const { master, form, children } = props;
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const { isBusy, save } = useSave();
  const openNotice = useOpenNotice();
  const allowLeaving = useUnsaved(form.editedCount > 0);

  const submit = () =>
    save(form.submit, {
      ask: (value) =>
        dialogs.confirm('登録しますか？', { details: props.about(value), danger: props.isGrave?.(value) }),
      send: props.register,
      async done({ details, notify }, value) {
        // Who goes on would leave those behind who have to be informed.
        const next = notify ? undefined : props.next;
        const answer = await dialogs.show({
          title: '期間一括登録',
          tone: 'done',
          lead: '一括登録が終了しました。',
          details,
          buttons: [
            ...(notify ? [{ label: NOTIFY, kind: 'secondary' as const, answer: 'notify' }] : []),
            ...(next ? [{ label: next.label, kind: 'secondary' as const, answer: NEXT }] : []),
            CLOSE,
          ],
        });
        if (next && answer === NEXT) return next.go();
        allowLeaving();
        if (answer === DISMISSED) return;
        if (notify && answer === 'notify' && (await openNotice(notify))) return;
        // In the place of the form, which would come back empty.
        navigate(props.opensAt(value), { replace: true });
      },
    });

  return (
    <>
      <PageHead
        title="期間一括登録"
        crumbs={['マスタ管理', { label: master, to: props.month }]}
        tools={<BackToGuide />}
      />
      <BarForm onSubmit={submit}>
        {children}
        <ActionBar editedCount={0} problemCount={form.problems.length} onPrimary={submit}>
          <LeaveButton onClick={() => navigate(props.month)} />
          <SaveButton type="submit" disabled={isBusy}>
            登録
          </SaveButton>
        </ActionBar>
      </BarForm>
    </>
  );
}
