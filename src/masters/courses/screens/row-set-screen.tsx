// The screen of one of a course's sets of rows: they are loaded, saved and deleted alike, and what stands around them is their own.
import { type ComponentType, type ReactNode, useId, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ConditionCalls, RowCalls } from '#masters/courses/contract-sets.ts';
import { ActionBar } from '#web/action-bar.tsx';
import { BackToGuide } from '#web/master-screens/back-to-guide.tsx';
import { EditConflict } from '#web/master-screens/edit-conflict.tsx';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { type Crumb, PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { LeaveButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Stack, Text } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import {
  type AnyRows,
  type EditedRow,
  isUnsaved,
  type RowDraft,
  type RowDraftOf,
  Rows,
  type RowsType,
  useEditConflicts,
  useRowCounts,
} from '#web/ui/rows.ts';
import { useLoad } from '#web/use-load.ts';
import { changed, useSave } from '#web/use-save.ts';
import { useUnsaved } from '#web/use-unsaved.ts';
import type { Call, Reply } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import type { CourseKey } from '../contract-fields.ts';
import { useCourseList, useCrumbs } from './course-addresses.ts';
import { CourseHead, type CourseTab, type OfCourse, WithCourse } from './course-head.tsx';

interface RowSetContext<T, D extends RowDraft, R> {
  courseKey: CourseKey;
  data: R;
  rows: Rows<T, D>;
  /** Puts what another answer brought in the place of all this. */
  replace(data: R): void;
  /**
   * Asks, has a row deleted, and takes it from the screen (`takeAway`, where that is more than removing it); the other rows
   * keep what was typed in them.
   */
  remove(row: EditedRow<D>, takeAway?: (row: EditedRow<D>) => void): Promise<void>;
}

export type RowSetProps<S extends { grid: AnyRecord; open: Call }> = RowSetContext<
  Value<S['grid']>['rows'][number],
  RowDraftOf<S['grid']>,
  Reply<S['open']>
>;

interface Shown<T> {
  rows: T[];
  version: string;
}

interface ScreenOf<W, T, D extends RowDraft, R, N> {
  tab: CourseTab;
  title: string;
  calls: RowCalls<W, T, R> & Partial<ConditionCalls<W, T, R, N>> & { grid: RowsType<T, D> };
  /** Which rows the calls are about, by what was loaded last. */
  whichOf(key: CourseKey, data: NoInfer<R> | null): NoInfer<W>;
  /** The cell that the server's sentences about a row lead to. */
  mainCell: keyof D & string;
  /** By what a row is known. */
  nameOf(draft: NoInfer<D>): N & Record<string, string>;
  /** What becomes of a row that was typed in and is not there any more: a new one, or none where nobody could save that. */
  revive(draft: NoInfer<D>, newer: readonly NoInfer<D>[]): NoInfer<D> | null;
  Body: ComponentType<RowSetContext<NoInfer<T>, NoInfer<D>, NoInfer<R>>>;
}

interface RowSetScreenProps<W, T, D extends RowDraft, R, N> {
  set: ScreenOf<W, T, D, R, N>;
}

export function RowSetScreen<W, T, D extends RowDraft, R extends Shown<T>, N>(props: RowSetScreenProps<W, T, D, R, N>) {
  return <WithCourse>{(course) => <RowsOf course={course} set={props.set} />}</WithCourse>;
}

function RowsOf<W, T, D extends RowDraft, R extends Shown<T>, N>(props: {
  course: OfCourse;
  set: ScreenOf<W, T, D, R, N>;
}) {
  const { course, set } = props;
  const { courseKey } = course;
  const { grid, open, update, remove: removeCall } = set.calls;
  const dialogs = useDialogs();
  const { act } = useSave();
  const { data, replace } = useLoad(open, set.whichOf(courseKey, null), { onMissing: course.onGone });
  const rows = useLoadedRows(grid, data?.rows);
  const which = set.whichOf(courseKey, data);
  const version = data?.version ?? null;

  /** Loads what somebody else has saved meanwhile under what was typed; false where nobody has. */
  async function renew() {
    const newer = await send(open, which);
    if (newer.version === version) return false;
    const drafts = grid.draft({ rows: newer.rows }).rows;
    const keyOf = (draft: D) => Object.values(set.nameOf(draft)).join('/');
    rows.rebase(drafts, keyOf, (draft) => set.revive(draft, drafts));
    renewed.set(newer.rows, rows);
    replace(newer);
    return true;
  }

  function leave(row: EditedRow<D>, takeAway: (row: EditedRow<D>) => void) {
    const at = rows.ids().indexOf(row.id);
    takeAway(row);
    const next = rows.ids()[Math.min(at, rows.ids().length - 1)];
    if (next) setTimeout(() => document.getElementById(rows.inputId(next, set.mainCell))?.focus());
  }

  async function remove(row: EditedRow<D>, takeAway = ({ id }: EditedRow<D>) => rows.remove(id)) {
    if (row.start.status !== 'saved' || !removeCall || !data) return leave(row, takeAway);
    const details = `${rows.ids().indexOf(row.id) + 1}行目`;
    await act({
      ask: () => dialogs.confirm('削除しますか？', { details, danger: true, ok: '削除' }),
      send: () => send(removeCall, { ...which, ...set.nameOf(row.start), version }),
      done(answered) {
        replace({ ...data, version: answered.version });
        leave(row, takeAway);
      },
      renew,
    });
  }

  return (
    <RowsFrame
      title={set.title}
      crumbs={useCrumbs()}
      rows={rows}
      mainCell={set.mainCell}
      save={async (value) => replace(await send(update, { ...which, rows: value, version }))}
      renew={renew}
      backPath={useCourseList()}
    >
      <CourseHead {...course} tab={set.tab} rowsVersion={version} />
      {data ? (
        <set.Body courseKey={courseKey} data={data} rows={rows} replace={replace} remove={remove} />
      ) : (
        <Loading />
      )}
    </RowsFrame>
  );
}

const NONE: never[] = [];

/** Rows that go on over what was loaded again, by what was loaded. */
const renewed = new WeakMap<readonly unknown[], AnyRows>();

/** Made again only when other rows were loaded: what is typed stays when merely the version changes. */
function useLoadedRows<T, D extends RowDraft>(type: RowsType<T, D>, loaded: T[] | undefined): Rows<T, D> {
  const formId = useId();
  return useMemo(() => {
    const existing = loaded && (renewed.get(loaded) as Rows<T, D> | undefined);
    return existing ?? new Rows(type, loaded ? type.draft({ rows: loaded }).rows : NONE, formId);
  }, [type, loaded, formId]);
}

interface RowsFrameProps<T, D extends RowDraft> {
  title: string;
  crumbs: readonly Crumb[];
  rows: Rows<T, D>;
  mainCell: keyof D & string;
  save(rows: T[]): Promise<void>;
  renew(): Promise<boolean>;
  backPath: string;
  children: ReactNode;
}

function RowsFrame<T, D extends RowDraft>(props: RowsFrameProps<T, D>) {
  const { rows } = props;
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const counts = useRowCounts(rows);
  const conflicts = useEditConflicts(rows);
  const { isBusy, save } = useSave();
  const [done, setDone] = useState<string | null>(null);
  useUnsaved(counts.editedCount > 0);

  const submit = () =>
    save(() => changed(rows.submit(), rows.editedCount(), '行'), {
      ask: () => dialogs.confirm('更新しますか？', { details: describe(rows) }),
      send: props.save,
      done: () => setDone('更新しました。'),
      place: (sentences) => rows.place(sentences, props.mainCell),
      renew: props.renew,
    });

  return (
    <>
      <PageHead title={props.title} crumbs={props.crumbs} tools={<BackToGuide />} />
      <Stack fill below="6">
        {conflicts && (
          <Text as="div" below="3">
            <EditConflict onRevert={() => rows.revertAll()}>
              {conflicts.lostCount > 0 && (
                <p>{conflicts.lostCount}行は、ほかの利用者が削除した項目のため、入力された内容を残せませんでした。</p>
              )}
            </EditConflict>
          </Text>
        )}
        {props.children}
      </Stack>
      <ActionBar {...counts} unit="行" done={done} onPrimary={submit}>
        <LeaveButton onClick={() => navigate(props.backPath)} />
        <SaveButton disabled={isBusy} onClick={submit}>
          更新
        </SaveButton>
      </ActionBar>
    </>
  );
}

function describe(rows: Rows<unknown, RowDraft>): string {
  const unsaved = rows.all().filter(isUnsaved);
  const added = unsaved.filter(({ draft }) => draft.status === 'added').length;
  return [added < unsaved.length && `変更 ${unsaved.length - added} 行`, added > 0 && `新規 ${added} 行`]
    .filter(Boolean)
    .join('、');
}
