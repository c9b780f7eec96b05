// A CSV pattern: its name, whether it is chosen at first, and its output items, put together from all that there are.

import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { NEW_PATTERN } from '#domain/offer/sentinels.ts';
import { ActionBar } from '#web/action-bar.tsx';
import { OFFICE } from '#web/addresses.ts';
import { atKey, useKeyInAddress } from '#web/key-in-address.ts';
import { EditConflict } from '#web/master-screens/edit-conflict.tsx';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { PageHead } from '#web/page-head.tsx';
import { send } from '#web/send.ts';
import { LeaveButton } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { OtherValue } from '#web/ui/field-frame.tsx';
import { inputProps } from '#web/ui/fields.tsx';
import { useForm } from '#web/ui/form.ts';
import { Row, Text } from '#web/ui/layout.tsx';
import { Loading } from '#web/ui/notice.tsx';
import { useLoad } from '#web/use-load.ts';
import { type Checked, useSave } from '#web/use-save.ts';
import { FORCED, GONE, useUnsaved } from '#web/use-unsaved.ts';
import { NO_ITEM, openPattern, type Pattern, patternValues, savePattern } from './contract.ts';
import styles from './detail-screen.module.css';
import { describeNewer, isSameOutput, renewOutput } from './list-operations.ts';
import { TwoLists } from './two-lists.tsx';

export function PatternDetailScreen() {
  const key = useKeyInAddress(openPattern.request);
  return key ? <LoadedPattern {...key} /> : <Navigate to={OFFICE.patterns} replace state={GONE} />;
}

function LoadedPattern({ patternCode }: { patternCode: string }) {
  const navigate = useNavigate();
  const gone = () => navigate(OFFICE.patterns, { replace: true, state: GONE });
  const { data, replace } = useLoad(openPattern, { patternCode }, { onMissing: gone });
  const [saves, setSaves] = useState(0);
  const title = (data?.patternCode ?? patternCode) === NEW_PATTERN ? 'CSVパターンの登録' : 'CSVパターンの編集';
  const crumbs = ['予約管理', { label: 'CSVパターン一覧', to: OFFICE.patterns }];

  function saved(pattern: Pattern) {
    // A pattern that was new is opened under its code from now on.
    const here = atKey(OFFICE.pattern, openPattern.request, { patternCode: pattern.patternCode });
    if (pattern.patternCode !== patternCode) navigate(here, { replace: true, state: FORCED });
    replace(pattern);
    setSaves(saves + 1);
  }

  return (
    <>
      <PageHead title={title} crumbs={crumbs} />
      {data ? (
        <PatternForm key={saves} pattern={data} wasSaved={saves > 0} onSaved={saved} onNewer={replace} />
      ) : (
        <Loading />
      )}
    </>
  );
}

interface PatternFormProps {
  pattern: Pattern;
  wasSaved: boolean;
  onSaved(pattern: Pattern): void;
  onNewer(pattern: Pattern): void;
}

function PatternForm({ pattern, wasSaved, onSaved, onNewer }: PatternFormProps) {
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const form = useForm(patternValues, { name: pattern.name, isInitial: pattern.isInitial });
  const [output, setOutput] = useState<Pattern['output']>(pattern.output);
  const { isBusy, save } = useSave();
  const editedCount = form.editedCount + countEdits(pattern.output, output);
  useUnsaved(editedCount > 0);

  async function renew(): Promise<boolean> {
    const newer = await send(openPattern, { patternCode: pattern.patternCode });
    if (newer.version === pattern.version) return false;
    form.rebase({ name: newer.name, isInitial: newer.isInitial });
    setOutput((mine) => (isSameOutput(mine, pattern.output) ? newer.output : renewOutput(mine, newer.output)));
    onNewer(newer);
    return true;
  }

  function revert() {
    form.revert();
    setOutput(pattern.output);
  }

  function check(): Checked<{ name: string; isInitial: boolean }> {
    const reading = form.submit();
    const noItem = output.length === 0 ? [NO_ITEM] : [];
    if (!reading.ok) return { ok: false, problems: [...reading.problems, ...noItem] };
    return noItem.length > 0 ? { ok: false, problems: noItem } : reading;
  }

  const submit = () => {
    const { patternCode, version } = pattern;
    const isNew = patternCode === NEW_PATTERN;
    return save(check, {
      ask: ({ name }) =>
        dialogs.confirm(isNew ? '登録しますか？' : '更新しますか？', {
          details: <p>{`${name}（${output.length}項目）`}</p>,
        }),
      send: (value) => send(savePattern, { patternCode, version: isNew ? null : version, ...value, items: output }),
      done: onSaved,
      renew,
    });
  };

  const name = form.bind('name');
  const isInitial = form.bind('isInitial');
  return (
    <div className={styles.screen}>
      {form.conflicts && (
        <EditConflict onRevert={revert}>
          {describeNewer(output, pattern.output).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </EditConflict>
      )}
      <Row gap="6" lines="2" className={styles.head}>
        <Row wrap={false} gap="2" lines="1" className={styles.name}>
          <label htmlFor={name.id}>パターン名</label>
          <input {...inputProps(name)} type="text" data-width="wide" autoComplete="off" />
          {name.error && (
            <Text tone="wrong" id={`${name.id}-error`}>
              {name.error}
            </Text>
          )}
        </Row>
        <OtherValue field={name} />
        <Row
          as="label"
          wrap={false}
          gap="1-half"
          className={styles.initial}
          data-edited={isInitial.edited ? '' : undefined}
        >
          <input
            type="checkbox"
            id={isInitial.id}
            checked={isInitial.value}
            onChange={(event) => isInitial.onChange(event.target.checked)}
          />
          初期表示にする
        </Row>
        <OtherValue field={isInitial} write={(theirs) => (theirs ? '初期表示にする' : '初期表示にしない')} />
      </Row>
      <TwoLists addable={pattern.addable} output={output} onChange={setOutput} />
      <ActionBar
        editedCount={editedCount}
        problemCount={form.problems.length}
        done={wasSaved ? '保存しました。' : null}
        onPrimary={submit}
      >
        <LeaveButton onClick={() => navigate(OFFICE.patterns)} />
        <SaveButton disabled={isBusy} onClick={submit}>
          保存
        </SaveButton>
      </ActionBar>
    </div>
  );
}

/** Rows added, rows taken out, and another order of those that stay as one more. */
function countEdits(saved: Pattern['output'], now: Pattern['output']): number {
  const remaining = now.filter(({ status }) => status === 'saved').map(({ key }) => key);
  const remainingBefore = saved.map(({ key }) => key).filter((key) => remaining.includes(key));
  const isReordered = remaining.some((key, index) => key !== remainingBefore[index]);
  return now.length - remaining.length + (saved.length - remaining.length) + (isReordered ? 1 : 0);
}
