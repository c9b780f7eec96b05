// The detail and the registration of a master: one form, checked, confirmed and sent.
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
import { adoptNewer, EditFrame } from './edit-frame.tsx';
import { type AnyMaster, hasTwin, useAddressInScope, useScope } from './master.ts';
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
  const { data, replace } = useLoad(master.open, recordKey, {
    onMissing: () => navigate(list, { replace: true, state: GONE }),
  }) as Loaded<Detail>;
  if (!data) return <Loading />;

  const draftOf = ({ record }: Detail): Draft<AnyRecord> => master.values.draft(record);
  return (
    <WithLookups
      master={master}
      draft={draftOf(data)}
      detail={data}
      save={(value) => send(master.update, { ...recordKey, ...value, version: data.version })}
      renew={async () => adoptNewer((await send(master.open, recordKey)) as Detail, data, replace, draftOf)}
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
  const registration = {
    master,
    draft,
    detail: null,
    save: (value: Value<AnyRecord>) => send(master.register, { ...scope, ...value }),
  };
  // One after the other: each begins with what is known by then.
  return asked ? <BegunRegistration {...registration} asked={asked} /> : <WithLookups {...registration} />;
}

type Unprepared = Omit<EditFormProps, 'lookups'>;

function BegunRegistration({ asked, ...props }: Unprepared & { asked: object }) {
  const { begin } = props.master;
  const { data } = useLoad(begin?.call as Call, asked);
  return data ? <WithLookups {...props} draft={{ ...props.draft, ...begin?.draft(data) }} /> : <Loading />;
}

function WithLookups(props: Unprepared) {
  const { lookup, list } = props.master;
  const { data } = useLoad(lookup ?? list, lookup ? {} : null);
  return data || !lookup ? <EditForm {...props} lookups={data} /> : <Loading />;
}

const pick = (draft: Draft<AnyRecord>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, draft[name]]));

interface EditFormProps {
  master: AnyMaster;
  draft: Draft<AnyRecord>;
  /** Null while one is registered. */
  detail: Detail | null;
  lookups: unknown;
  save(value: Value<AnyRecord>): Promise<unknown>;
  renew?(): Promise<Draft<AnyRecord> | null>;
}

function EditForm({ master, draft, detail, lookups, save, renew }: EditFormProps) {
  const form = useForm(master.values, draft);
  const scope = useScope(master);
  const list = useAddressInScope(master, 'list');
  const donePath = useAddressInScope(master, detail ? 'updated' : 'registered');
  const title = `${master.noun}の${detail ? '編集' : '登録'}`;
  const crumbs = ['マスタ管理', { label: master.title, to: list }];
  const lack = detail ? null : master.lacks?.(lookups);
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
      tools={detail && master.EditTools && <master.EditTools detail={detail} />}
      form={form}
      act={detail ? '更新' : '登録'}
      about={(value) => (
        <>
          <ChangeList
            before={detail ? master.describe(detail.record, lookups) : undefined}
            after={master.describe(value, lookups)}
          />
          {detail && master.warn?.(detail, value)}
        </>
      )}
      isTwice={async (value) => {
        const { rows } = (await send(master.list, scope ?? {})) as { rows: unknown[] };
        return hasTwin(master, rows, value, detail?.record);
      }}
      doubts={(value) => master.doubts?.(value, detail?.record ?? null) ?? []}
      save={save}
      renew={renew}
      faultLine={detail ? undefined : master.texts.registerFault}
      donePath={donePath}
      doneState={
        detail
          ? undefined
          : (value, answer) => registered(answer, pick(master.values.draft(value), master.runsOn ?? []))
      }
      backPath={list}
    >
      <master.FormRows form={form} mode={detail ? 'edit' : 'register'} detail={detail} lookups={lookups} />
    </EditFrame>
  );
}
