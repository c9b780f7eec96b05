// The detail and the registration of a master: one form, checked, confirmed and sent.
import { type ReactNode, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Draft, Value } from '#wire/record.ts';
import { ActionBar } from '../action-bar.tsx';
import { PageHead } from '../page-head.tsx';
import { send } from '../send.ts';
import { officeSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { ChangeList } from '../ui/change-list.tsx';
import { useDialogs } from '../ui/dialogs.tsx';
import { useForm } from '../ui/form.ts';
import { Loading } from '../ui/notice.tsx';
import { type Loaded, useLoad } from '../use-load.ts';
import { useUnsaved } from '../use-unsaved.ts';
import type { AnyMaster, MasterPaths } from './master.ts';

interface ScreenProps {
  master: AnyMaster;
  paths: MasterPaths;
}

export function DetailScreen({ master, paths }: ScreenProps) {
  const key = officeSession.get().selected[master.id];
  // Opened without a chosen record, for instance from a bookmark.
  if (!key) return <Navigate to={paths.list} replace />;
  return <LoadedDetail master={master} paths={paths} recordKey={key as object} />;
}

function LoadedDetail({ master, paths, recordKey }: ScreenProps & { recordKey: object }) {
  const { data } = useLoad(master.open, recordKey) as Loaded<{ record: Value<AnyRecord> }>;
  if (!data) return <Loading />;
  const before = master.describe(data.record);
  return (
    <WithLookups
      master={master}
      paths={paths}
      mode="edit"
      draft={master.values.draft(data.record)}
      detail={data}
      question="更新しますか？"
      submitLabel="更新"
      call={master.update}
      input={(value) => ({ ...recordKey, ...value })}
      about={(value) => (
        <>
          <ChangeList before={before} after={master.describe(value)} />
          {master.warn?.(data, value)}
        </>
      )}
      donePath={paths.updated}
    />
  );
}

export function RegisterScreen({ master, paths }: ScreenProps) {
  const scope = master.scope ? master.scope() : {};
  if (!scope) return <Navigate to={paths.list} replace />;
  return (
    <WithLookups
      master={master}
      paths={paths}
      mode="register"
      draft={master.blank}
      detail={null}
      question="登録しますか？"
      submitLabel="登録"
      call={master.register}
      input={(value) => ({ ...scope, ...value })}
      about={(value) => <ChangeList after={master.describe(value)} />}
      donePath={paths.registered}
    />
  );
}

function WithLookups(props: Omit<EditFormProps, 'lookups'>) {
  const { lookup } = props.master;
  return lookup ? <LoadedLookups {...props} lookup={lookup} /> : <EditForm {...props} lookups={undefined} />;
}

function LoadedLookups(props: Omit<EditFormProps, 'lookups'> & { lookup: Call }) {
  const { data } = useLoad(props.lookup, {});
  return data ? <EditForm {...props} lookups={data} /> : <Loading />;
}

interface EditFormProps {
  master: AnyMaster;
  paths: MasterPaths;
  mode: 'register' | 'edit';
  draft: Draft<AnyRecord>;
  detail: unknown;
  lookups: unknown;
  question: string;
  submitLabel: string;
  // biome-ignore lint/suspicious/noExplicitAny: the call of any master
  call: Call<any, any>;
  input(value: Value<AnyRecord>): object;
  /** What the confirm dialog shows. */
  about(value: Value<AnyRecord>): ReactNode;
  donePath: string;
}

function EditForm(props: EditFormProps) {
  const { master, paths, mode } = props;
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const form = useForm(master.values, props.draft);
  const [busy, setBusy] = useState(false);
  const letGo = useUnsaved(form.editedCount > 0);

  async function submit() {
    if (busy) return;
    const reading = form.submit();
    if (!reading.ok) return dialogs.inputError(reading.problems);
    if (!(await dialogs.confirm(props.question, { details: props.about(reading.value) }))) return;
    setBusy(true);
    try {
      await send(props.call, props.input(reading.value));
      letGo();
      navigate(props.donePath);
    } catch (error) {
      await dialogs.failure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <PageHead
        title={`${master.noun}の${mode === 'edit' ? '編集' : '登録'}`}
        crumbs={[{ label: 'TOP', to: paths.home }, { label: 'マスタ管理' }, { label: master.title, to: paths.list }]}
      />
      <form
        className="edit-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <master.FormRows form={form} mode={mode} detail={props.detail} lookups={props.lookups} />
        <ActionBar editedCount={form.editedCount} problemCount={form.problems.length} onPrimary={submit}>
          <Button kind="quiet" onClick={() => navigate(paths.list)}>
            戻る
          </Button>
          <Button kind="primary" type="submit" disabled={busy}>
            {props.submitLabel}
            <kbd className="key-hint">Ctrl+Enter</kbd>
          </Button>
        </ActionBar>
      </form>
    </>
  );
}
