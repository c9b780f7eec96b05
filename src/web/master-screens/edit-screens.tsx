// The detail and the registration of a master: one form, checked, confirmed and sent.
import type { ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { useKeyInAddress } from '#web/key-in-address.ts';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { ChangeList } from '#web/ui/change-list.tsx';
import { EmptyBox } from '#web/ui/empty-box.tsx';
import { useForm } from '#web/ui/form.ts';
import { Loading } from '#web/ui/notice.tsx';
import { type Loaded, useLoad } from '#web/use-load.ts';
import { GONE } from '#web/use-unsaved.ts';
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Draft, Value } from '#wire/record.ts';
import { EditFrame } from './edit-frame.tsx';
import { type AnyCall, type AnyMaster, hasTwin, useAddressInScope, useScope } from './master.ts';
import { registered } from './next-registration.ts';

interface Detail {
  record: Value<AnyRecord>;
  version: string;
}

interface ScreenProps {
  master: AnyMaster;
}

export function DetailScreen({ master }: ScreenProps) {
  const key = useKeyInAddress(master.open.request);
  const list = useAddressInScope(master, 'list');
  if (!key) return <Navigate to={list} replace state={GONE} />;
  return <LoadedDetail key={JSON.stringify(key)} master={master} recordKey={key} list={list} />;
}

function LoadedDetail({ master, recordKey, list }: ScreenProps & { recordKey: object; list: string }) {
  const navigate = useNavigate();
  const donePath = useAddressInScope(master, 'updated');
  const { data, replace } = useLoad(master.open, recordKey, {
    onMissing: () => navigate(list, { replace: true, state: GONE }),
  }) as Loaded<Detail>;
  if (!data) return <Loading />;

  async function renew() {
    const newer = (await send(master.open, recordKey)) as Detail;
    if (newer.version === data?.version) return null;
    replace(newer);
    return master.values.draft(newer.record);
  }

  return (
    <WithLookups
      master={master}
      mode="edit"
      draft={master.values.draft(data.record)}
      detail={data}
      call={master.update}
      input={(value) => ({ ...recordKey, ...value, version: data.version })}
      renew={renew}
      about={(value, lookups) => (
        <>
          <ChangeList before={master.describe(data.record, lookups)} after={master.describe(value, lookups)} />
          {master.warn?.(data, value)}
        </>
      )}
      donePath={donePath}
    />
  );
}

export function RegisterScreen({ master }: ScreenProps) {
  const { state } = useLocation();
  const scope = useScope(master);
  const list = useAddressInScope(master, 'list');
  if (!scope) return <Navigate to={list} replace />;
  const draft: Draft<AnyRecord> = Object.assign({}, master.blank, state?.draft);
  const asked = master.begin?.ask(draft) ?? null;
  // One after the other: each begins with what is known by then.
  return asked ? (
    <BegunRegistration master={master} scope={scope} draft={draft} asked={asked} />
  ) : (
    <Registration master={master} scope={scope} draft={draft} />
  );
}

interface RegistrationProps extends ScreenProps {
  scope: object;
  draft: Draft<AnyRecord>;
}

function BegunRegistration({ asked, ...props }: RegistrationProps & { asked: object }) {
  const { begin } = props.master;
  const { data } = useLoad(begin?.call as Call, asked);
  return data ? <Registration {...props} draft={{ ...props.draft, ...begin?.draft(data) }} /> : <Loading />;
}

function Registration({ master, scope, draft }: RegistrationProps) {
  const donePath = useAddressInScope(master, 'registered');
  return (
    <WithLookups
      master={master}
      mode="register"
      draft={draft}
      detail={null}
      call={master.register}
      input={(value) => ({ ...scope, ...value })}
      about={(value, lookups) => <ChangeList after={master.describe(value, lookups)} />}
      faultLine={master.texts.registerFault}
      donePath={donePath}
      doneState={(value, answer) => registered(answer, pick(master.values.draft(value), master.runsOn ?? []))}
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

const pick = (draft: Draft<AnyRecord>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, draft[name]]));

interface EditFormProps {
  master: AnyMaster;
  mode: 'register' | 'edit';
  draft: Draft<AnyRecord>;
  detail: unknown;
  lookups: unknown;
  call: AnyCall;
  input(value: Value<AnyRecord>): object;
  renew?(): Promise<Draft<AnyRecord> | null>;
  about(value: Value<AnyRecord>, lookups: unknown): ReactNode;
  faultLine?: string;
  donePath: string;
  doneState?(value: Value<AnyRecord>, answer: unknown): object;
}

function EditForm(props: EditFormProps) {
  const { master, mode } = props;
  const form = useForm(master.values, props.draft);
  const scope = useScope(master);
  const list = useAddressInScope(master, 'list');
  const title = `${master.noun}の${mode === 'edit' ? '編集' : '登録'}`;
  const crumbs = ['マスタ管理', { label: master.title, to: list }];
  const lack = mode === 'register' && master.lacks?.(props.lookups);
  if (lack) {
    return (
      <>
        <PageHead title={title} crumbs={crumbs} />
        <EmptyBox text={lack.sentence} actions={[lack.way]} />
      </>
    );
  }
  return (
    <EditFrame
      title={title}
      crumbs={crumbs}
      tools={props.detail !== null && master.EditTools && <master.EditTools detail={props.detail} />}
      form={form}
      act={mode === 'edit' ? '更新' : '登録'}
      about={(value) => props.about(value, props.lookups)}
      isTwice={async (value) => {
        const { rows } = (await send(master.list, scope ?? {})) as { rows: unknown[] };
        return hasTwin(master, rows, value, (props.detail as Detail | null)?.record);
      }}
      doubts={(value) => master.doubts?.(value, (props.detail as Detail | null)?.record ?? null) ?? []}
      save={(value) => send(props.call, props.input(value))}
      renew={props.renew}
      faultLine={props.faultLine}
      donePath={props.donePath}
      doneState={props.doneState}
      backPath={list}
    >
      <master.FormRows form={form} mode={mode} detail={props.detail} lookups={props.lookups} />
    </EditFrame>
  );
}
