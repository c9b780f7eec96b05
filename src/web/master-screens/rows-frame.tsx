// A screen of rows that are saved together: heading, check, confirm, sending, and the bar with what is unsaved.
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { ActionBar } from '#web/action-bar.tsx';
import { type Crumb, PageHead } from '#web/page-head.tsx';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Text } from '#web/ui/layout.tsx';
import { isUnsaved, type RowDraft, type Rows, useEditConflicts, useRowCounts } from '#web/ui/rows.ts';
import { changed, useSave } from '#web/use-save.ts';
import { useUnsaved } from '#web/use-unsaved.ts';
import { BackToGuide } from './back-to-guide.tsx';
import { EditConflict } from './edit-conflict.tsx';
import styles from './rows-frame.module.css';
import { SaveButton } from './save-button.tsx';

interface RowsFrameProps<T, D extends RowDraft> {
  title: string;
  crumbs: readonly Crumb[];
  rows: Rows<T, D>;
  /** The cell that the server's sentences about a row lead to. */
  mainCell: keyof D & string;
  /** Puts what the server answers in the place of the rows. */
  save(rows: T[]): Promise<void>;
  /** Loads what somebody else has saved meanwhile under what was typed; false where nobody has. */
  renew(): Promise<boolean>;
  backPath: string;
  children: ReactNode;
}

export function RowsFrame<T, D extends RowDraft>(props: RowsFrameProps<T, D>) {
  const { rows } = props;
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const counts = useRowCounts(rows);
  const overtaken = useEditConflicts(rows);
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
      <div className={styles.body}>
        {overtaken && (
          <Text as="div" below="3">
            <EditConflict onRevert={() => rows.revertAll()}>
              {overtaken.lostCount > 0 && (
                <p>{overtaken.lostCount}行は、ほかの利用者が削除した項目のため、入力された内容を残せませんでした。</p>
              )}
            </EditConflict>
          </Text>
        )}
        {props.children}
      </div>
      <ActionBar {...counts} unit="行" done={done} onPrimary={submit}>
        <Button kind="quiet" onClick={() => navigate(props.backPath)}>
          戻る
        </Button>
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
