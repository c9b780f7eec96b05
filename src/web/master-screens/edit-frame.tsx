// An edit screen around its fields: heading, form, check, confirm, sending, and the bar with what is unsaved.
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { ActionBar, BarForm } from '#web/action-bar.tsx';
import { type Crumb, PageHead } from '#web/page-head.tsx';
import { LeaveButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import type { Form } from '#web/ui/form.ts';
import { Notice } from '#web/ui/notice.tsx';
import { useSave } from '#web/use-save.ts';
import { useUnsaved } from '#web/use-unsaved.ts';
import type { Fields } from '#wire/record.ts';
import { FormConflict } from './edit-conflict.tsx';
import { DONE } from './next-registration.ts';
import { SaveButton } from './save-button.tsx';

const TWICE = '同じ名称がすでに登録されています。';

interface EditFrameProps<T, D> {
  title: string;
  crumbs: readonly Crumb[];
  tools?: ReactNode;
  form: Pick<Form<Fields, T, D>, 'editedCount' | 'problems' | 'submit' | 'conflicts' | 'rebase' | 'revert'>;
  /** 更新 or 登録: the button, and the question before it is done. */
  act: '更新' | '登録';
  about(value: T): ReactNode;
  isTwice?(value: T): Promise<boolean>;
  doubts?(value: T): readonly string[];
  save(value: T): Promise<unknown>;
  /** Loads the record as somebody else has left it meanwhile; null where nobody has touched it. */
  renew?(): Promise<D | null>;
  faultLine?: string;
  donePath: string;
  doneState?(value: T, answer: unknown): object;
  backPath: string;
  children: ReactNode;
}

/** What `renew` gives, of a record that was loaded again: where it is newer, it is shown from then on. */
export function adoptNewer<N extends { version: string }, D>(
  loaded: N,
  before: N,
  replace: (newer: N) => void,
  draftOf: (newer: N) => D,
): D | null {
  if (loaded.version === before.version) return null;
  replace(loaded);
  return draftOf(loaded);
}

export function EditFrame<T, D>(props: EditFrameProps<T, D>) {
  const { form, act } = props;
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const { isBusy, save } = useSave();
  const allowLeaving = useUnsaved(form.editedCount > 0);

  async function renew(): Promise<boolean> {
    const newer = (await props.renew?.()) ?? null;
    if (newer) form.rebase(newer);
    return newer !== null;
  }

  const submit = () =>
    save(form.submit, {
      async ask(value) {
        const isTwice = await props.isTwice?.(value).catch(() => false);
        const doubts = [...(isTwice ? [TWICE] : []), ...(props.doubts?.(value) ?? [])];
        const details = (
          <>
            {doubts.map((sentence) => (
              <Notice key={sentence}>{sentence}</Notice>
            ))}
            {props.about(value)}
          </>
        );
        return dialogs.confirm(`${act}しますか？`, { details, danger: doubts.length > 0 });
      },
      send: props.save,
      done(answer, value) {
        allowLeaving();
        navigate(props.donePath, { state: props.doneState?.(value, answer) ?? DONE });
      },
      faultLine: props.faultLine,
      renew,
    });

  return (
    <>
      <PageHead title={props.title} crumbs={props.crumbs} tools={props.tools} />
      <BarForm onSubmit={submit}>
        <FormConflict form={form} />
        {props.children}
        <ActionBar editedCount={form.editedCount} problemCount={form.problems.length} onPrimary={submit}>
          <LeaveButton onClick={() => navigate(props.backPath)} />
          <SaveButton type="submit" disabled={isBusy}>
            {act}
          </SaveButton>
        </ActionBar>
      </BarForm>
    </>
  );
}
