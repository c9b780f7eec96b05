// Changes a reservation: the form, the question before it is done, and the bar with what is unsaved.
import { useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { StaffStatus } from '#domain/reservation/reservation-status.ts';
import { ActionBar } from '#web/action-bar.tsx';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { namesOf } from '#web/names-of.ts';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { ChangeList } from '#web/ui/change-list.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useForm } from '#web/ui/form.ts';
import { changed, useSave } from '#web/use-save.ts';
import { askToLeave, useUnsaved } from '#web/use-unsaved.ts';
import { openReservation, reservationForm, updateReservation } from '../contract.ts';
import { type KeptEdits, keptEdits } from './chosen.ts';
import { describe, EditPanel, readDay } from './edit-panel.tsx';
import styles from './reservation-editor.module.css';
import { ReservationView, type ViewProps } from './reservation-view.tsx';
import type { Reservation } from './words.ts';

interface EditorProps extends ViewProps {
  /** What was typed before the calendar was opened. */
  kept: KeptEdits | null;
  /** A colleague or the person was faster. */
  onNewer(data: Reservation): void;
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

export function ReservationEditor({ kept, onNewer, ...view }: EditorProps) {
  const { data, paths, onOpen } = view;
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const start = draftOf(data);
  const form = useForm(reservationForm, kept?.start ?? start);
  const { isBusy, save } = useSave();
  const letGo = useUnsaved(form.editedCount > 0);

  // What was typed stands over the reservation as it is now, however that came: a refusal, a look at the calendar, a mail.
  const known = useRef(kept?.start ? kept.version : data.version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is a newer one
  useLayoutEffect(() => {
    if (known.current === data.version) return;
    known.current = data.version;
    form.rebase(start);
  }, [data.version]);

  // Before anybody sees what was loaded, let alone goes by it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, over what was loaded
  useLayoutEffect(() => {
    if (kept) form.set(kept.changes);
  }, []);

  async function renew(): Promise<boolean> {
    const newer = await send(openReservation, { number: data.number });
    onNewer(newer);
    return newer.version !== data.version;
  }

  function editsNow(): KeptEdits {
    const changed = namesOf(start).filter((name) => JSON.stringify(form.draft[name]) !== JSON.stringify(start[name]));
    const changes = Object.fromEntries(changed.map((name) => [name, form.draft[name]]));
    const at = { date: readDay(form.draft), slotCode: form.draft.slotCode };
    return { number: data.number, version: data.version, start, changes, at };
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

  const submit = () =>
    save(() => changed(form.submit(), form.editedCount, '項目'), {
      ask: () =>
        dialogs.confirm('予約状況を変更します。', {
          title: '予約状況の変更',
          details: <ChangeList before={describe(data, start, false)} after={describe(data, form.draft, true)} />,
        }),
      progress: { title: '予約状況の変更', sentence: '予約状況を変更しています。' },
      send: (value) => send(updateReservation, { ...value, number: data.number, version: data.version }),
      done() {
        keptEdits.clear();
        letGo();
        navigate(paths.done);
      },
      renew,
    });

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ReservationView {...view} onOpen={open} editing={<EditPanel data={data} form={form} onPick={pick} />} />
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
