// Changes a reservation: the form, the question before it is done, and the bar with what is unsaved.
import { useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { StaffStatus } from '#domain/reservation-status.ts';
import { ActionBar } from '#web/action-bar.tsx';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { tellSaveFailed } from '#web/master-screens/save-failed.ts';
import { CallFailed, send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangeList } from '#web/ui/change-list.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useForm } from '#web/ui/form.ts';
import { askToLeave, useUnsaved } from '#web/use-unsaved.ts';
import { reservationForm, updateReservation } from '../contract.ts';
import { type KeptEdits, keptEdits, type ReservationDraft } from './chosen.ts';
import { describe, EditPanel, readDay } from './edit-panel.tsx';
import styles from './reservation-editor.module.css';
import { ReservationView, type ViewProps } from './reservation-view.tsx';
import type { Reservation } from './words.ts';

/** A colleague or the person was faster, or a place is gone. */
const REFUSED = 14;

interface EditorProps extends ViewProps {
  /** What was typed before the calendar was opened, or before somebody else was faster. */
  kept: KeptEdits | null;
  onRefused(edits: KeptEdits): void;
}

const draftOf = ({ status, visitDate, slotCode, patientNumber }: Reservation) =>
  reservationForm.draft({
    status: status as StaffStatus,
    visitDate,
    slotCode,
    patientNumber,
    sendMail: false,
    notice: '',
  });

export function ReservationEditor({ kept, onRefused, ...view }: EditorProps) {
  const { data, paths, onOpen } = view;
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const [start] = useState(() => draftOf(data));
  const form = useForm(reservationForm, start);
  const [isBusy, setBusy] = useState(false);
  const letGo = useUnsaved(form.editedCount > 0);

  // Before anybody sees what was loaded, let alone goes by it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, over what was loaded
  useLayoutEffect(() => {
    if (kept) form.set(kept.changes);
  }, []);

  function editsNow(): KeptEdits {
    const names = Object.keys(start) as (keyof ReservationDraft)[];
    const changed = names.filter((name) => JSON.stringify(form.draft[name]) !== JSON.stringify(start[name]));
    const changes = Object.fromEntries(changed.map((name) => [name, form.draft[name]]));
    const at = { date: readDay(form.draft), slotCode: form.draft.slotCode };
    return { number: data.number, version: data.version, changes, at };
  }

  async function open(number: number) {
    if (form.editedCount > 0 && !(await askToLeave(dialogs, '移動'))) return;
    onOpen(number);
  }

  function pick() {
    keptEdits.set(editsNow());
    letGo();
    navigate(paths.picker);
  }

  async function submit() {
    if (isBusy) return;
    const reading = form.submit();
    if (!reading.ok) return dialogs.inputError(reading.problems);
    if (form.editedCount === 0) return dialogs.inputError(['変更された項目がありません。']);
    const details = <ChangeList before={describe(data, start, false)} after={describe(data, form.draft, true)} />;
    if (!(await dialogs.confirm('予約状況を変更します。', { title: '予約状況の変更', details }))) return;
    setBusy(true);
    dialogs.progress('予約状況の変更', '予約状況を変更しています。');
    try {
      await send(updateReservation, { ...reading.value, number: data.number, version: data.version });
      dialogs.close();
      keptEdits.clear();
      letGo();
      navigate(paths.done);
    } catch (error) {
      if (error instanceof CallFailed && error.errorCode === REFUSED) onRefused(editsNow());
      await tellSaveFailed(dialogs, error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ReservationView
        {...view}
        onOpen={open}
        editing={
          <EditPanel
            data={data}
            form={form}
            isOvertaken={Boolean(kept?.version) && kept?.version !== data.version}
            onPick={pick}
          />
        }
      />
      <ActionBar editedCount={form.editedCount} problemCount={form.problems.length} onPrimary={submit}>
        <Button kind="quiet" onClick={() => navigate(paths.list)}>
          戻る
        </Button>
        <SaveButton type="submit" disabled={isBusy}>
          更新
        </SaveButton>
      </ActionBar>
    </form>
  );
}
