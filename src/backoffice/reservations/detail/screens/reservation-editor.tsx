// Changes a reservation: the form, the question before it is done, and the bar with what is unsaved.
import { useId, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { STARTED, startPhoneBooking } from '#backoffice/shared/open-screens.ts';
import { useBackLink } from '#backoffice/shared/reservation-link.tsx';
import type { PersonData } from '#domain/reservation/person.ts';
import { isLive, type StaffStatus } from '#domain/reservation/reservation-status.ts';
import { ActionBar } from '#web/action-bar.tsx';
import { OFFICE, pickerAt, reservationDoneAt } from '#web/addresses.ts';
import { DONE } from '#web/master-screens/next-registration.ts';
import { SaveButton } from '#web/master-screens/save-button.tsx';
import { namesOf } from '#web/names-of.ts';
import { send } from '#web/send.ts';
import { Button, LeaveButton } from '#web/ui/button.tsx';
import { ChangeList } from '#web/ui/change-list.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { useForm, useRebase } from '#web/ui/form.ts';
import { Form } from '#web/ui/form-element.tsx';
import { Stack } from '#web/ui/layout.tsx';
import { changed, useSave } from '#web/use-save.ts';
import { askToLeave, useUnsaved } from '#web/use-unsaved.ts';
import { openReservation, reservationForm, updateReservation } from '../contract.ts';
import {
  type Change,
  chooseMail,
  describeDone,
  describeMail,
  type Reservation,
  type SavedEdits,
  savedEdits,
} from './change.ts';
import { type ConfirmedOne, ConfirmNextButton, useConfirmNext } from './confirm-next.tsx';
import { type Alike, CorrectionPanel, CorrectOthers, findOthers } from './correction-panel.tsx';
import { doneReservation } from './done-screen.tsx';
import { CancelDialog, changeIn, describe, EditPanel, formOf, readDay, useMailTick } from './edit-panel.tsx';
import { PersonPanel } from './fact-panels.tsx';
import { ReservationView, type ViewProps } from './reservation-view.tsx';
import { MemoPanel, NotePanel } from './staff-text.tsx';

interface EditorProps extends ViewProps {
  edits: SavedEdits | null;
  onNewer(data: Reservation): void;
  isSeeking: boolean;
  onConfirmed(one: ConfirmedOne): void;
}

const draftOf = ({ status, visitDate, slotCode, patientNumber, cancelReason }: Reservation) =>
  reservationForm.draft({
    status: status as StaffStatus,
    visitDate,
    slotCode,
    patientNumber,
    cancelReason,
    sendMail: false,
    notice: '',
  });

export function ReservationEditor({ edits, onNewer, isSeeking, onConfirmed, ...view }: EditorProps) {
  const { data } = view;
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const back = useBackLink();
  const start = draftOf(data);
  const form = useForm(formOf(data), edits?.start ?? start);
  const tick = useMailTick(data, form);
  const change = { ...changeIn(form.draft), sendMail: tick.value };
  const { isBusy, save } = useSave();
  const parts = useOwnParts();
  const formId = useId();
  const [isCancelling, setCancelling] = useState(false);
  const [alike, setAlike] = useState<Alike | null>(null);
  const allowLeaving = useUnsaved(form.editedCount > 0 || parts.isUnsaved);

  // However what is newer came: by a refusal, a look at the calendar, a mail.
  const known = useRebase(form, start, data.version, edits?.start ? edits.version : data.version);

  // Before anybody sees what was loaded, let alone goes by it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, over what was loaded
  useLayoutEffect(() => {
    if (edits) form.set(edits.changes);
  }, []);

  /** The note has a version of its own. */
  async function renew(of: 'version' | 'noteVersion' = 'version'): Promise<boolean> {
    const newer = await send(openReservation, { number: data.number });
    onNewer(newer);
    return newer[of] !== data[of];
  }

  /** A part was saved by itself: what is newer by that is known, and stands under what was typed elsewhere. */
  async function takeSaved(version: string): Promise<Reservation> {
    known.current = version;
    const newer = await send(openReservation, { number: data.number }).catch(() => ({ ...data, version }));
    onNewer(newer);
    return newer;
  }

  /** In the words of the history; where that can't be loaded, that it was saved. */
  async function takeCorrected(version: string): Promise<void> {
    const [last] = (await takeSaved(version)).history;
    const isNew = last && last.text !== data.history[0]?.text;
    parts.setCorrected(
      version === data.version ? '変更はありませんでした。' : isNew ? last.text : '訂正を保存しました。',
    );
  }

  /** Beside what was asked for: where they can't be found, nothing is said of them. */
  async function askAboutOthers(correction: Alike['correction']) {
    const rows = await findOthers(data).catch(() => []);
    if (rows.length > 0) setAlike({ rows, correction });
  }

  async function rebook(typed: Partial<PersonData>) {
    if ((form.editedCount > 0 || parts.typed.length > 0) && !(await askToLeave(dialogs, '移動'))) return;
    startPhoneBooking({ personOf: data.number, replaces: data.number, typed });
    allowLeaving();
    navigate(OFFICE.phoneBooking, { state: STARTED });
  }

  const confirmNext = useConfirmNext({
    data,
    sendMail: tick.value,
    isOff: isSeeking || isBusy || form.editedCount > 0 || parts.isCorrecting || parts.typed.length > 0,
    renew: () => renew(),
    onConfirmed(one) {
      savedEdits.clear();
      onConfirmed(one);
    },
  });

  function editsNow(): SavedEdits {
    const changed = namesOf(start).filter((name) => JSON.stringify(form.draft[name]) !== JSON.stringify(start[name]));
    const changes = Object.fromEntries(changed.map((name) => [name, form.draft[name]]));
    const at = { date: readDay(form.draft), slotCode: form.draft.slotCode };
    return { number: data.number, version: data.version, start, changes, at };
  }

  /** What was typed into the form comes back from the calendar; the other parts do not know of it. */
  async function pick() {
    if (parts.isUnsaved && !(await askToLeave(dialogs, '移動'))) return;
    savedEdits.set(editsNow());
    allowLeaving();
    navigate(pickerAt(data.number));
  }

  function leaveDone(saved: Change) {
    doneReservation.set({ booked: describeDone(data, saved) });
    savedEdits.clear();
    allowLeaving();
    navigate(reservationDoneAt(data.number), { state: DONE });
  }

  async function cancel() {
    if ((form.editedCount === 0 && !parts.isUnsaved) || (await askToLeave(dialogs, '移動'))) setCancelling(true);
  }

  const submit = () =>
    save(() => changed(form.submit(), form.editedCount, '項目'), {
      ask: async () =>
        (parts.typed.length === 0 || (await askToLeave(dialogs, '移動', `${parts.typed.join('と')}に`))) &&
        dialogs.confirm('予約状況を変更します。', {
          title: '予約状況の変更',
          details: (
            <>
              <ChangeList
                before={describe(data, start, false)}
                after={describe(data, form.draft, chooseMail(data, change) !== null)}
              />
              <p>{describeMail(data, change)}</p>
            </>
          ),
        }),
      progress: { title: '予約状況の変更', sentence: '予約状況を変更しています。' },
      send: (value) =>
        send(updateReservation, { ...value, sendMail: tick.value, number: data.number, version: data.version }),
      done: (_, value) => leaveDone({ ...value, sendMail: tick.value }),
      renew: () => renew(),
    });

  const own = { data, renew: () => renew() };
  return (
    <Stack fill>
      <ReservationView
        {...view}
        editing={
          <Form id={formId} onSubmit={submit}>
            <EditPanel data={data} form={form} tick={tick} onPick={pick} />
          </Form>
        }
        note={
          <NotePanel
            data={data}
            renew={() => renew('noteVersion')}
            onUnsaved={parts.onNote}
            onSaved={(note) => onNewer({ ...data, ...note })}
          />
        }
        memo={<MemoPanel {...own} onUnsaved={parts.onMemo} onSaved={takeSaved} />}
        person={
          parts.isCorrecting ? (
            <CorrectionPanel
              {...own}
              onUnsaved={parts.onCorrection}
              onSaved={takeCorrected}
              onClose={() => parts.setCorrecting(false)}
              onCorrected={askAboutOthers}
              onMailConsent={view.onMailConsent}
              onRebook={rebook}
            />
          ) : (
            <PersonPanel
              data={data}
              onMailConsent={view.onMailConsent}
              onCorrect={() => parts.setCorrecting(true)}
              isBack={parts.wasCorrecting}
              doneText={parts.corrected}
            />
          )
        }
      />
      <ActionBar
        editedCount={form.editedCount}
        problemCount={form.problems.length}
        start={
          confirmNext &&
          form.editedCount === 0 && <span>{describeMail(data, { ...change, status: confirmNext.status })}</span>
        }
        unsaved={parts.isCorrecting ? '受診者を訂正中・未保存' : undefined}
        onPrimary={parts.isCorrecting ? () => {} : submit}
      >
        <LeaveButton onClick={() => navigate(back.path)} />
        {isLive(data.status) && data.reception !== 'arrived' && (
          <Button kind="danger-outline" disabled={isBusy || isSeeking} onClick={cancel}>
            予約を取り消す
          </Button>
        )}
        <SaveButton
          type="submit"
          form={formId}
          kind={confirmNext && form.editedCount === 0 ? 'secondary' : 'primary'}
          disabled={isBusy || isSeeking || parts.isCorrecting}
        >
          更新
        </SaveButton>
        {confirmNext && <ConfirmNextButton {...confirmNext} isNext={view.confirmed !== null} />}
      </ActionBar>
      {alike && <CorrectOthers {...alike} onLeave={() => setAlike(null)} onClose={() => setAlike(null)} />}
      {isCancelling && <CancelDialog {...own} onClose={() => setCancelling(false)} onCancelled={leaveDone} />}
    </Stack>
  );
}

/** The parts of the detail that are saved by themselves, beside the form: the person's correction, the note about them, and the staff's memo. */
function useOwnParts() {
  /** False once the person is shown again. */
  const [correcting, setCorrecting] = useState<boolean | null>(null);
  const [isCorrected, onCorrection] = useState(false);
  const [corrected, setCorrected] = useState('');
  const [isMemoTyped, onMemo] = useState(false);
  const [isNoteTyped, onNote] = useState(false);
  return {
    isCorrecting: correcting === true,
    wasCorrecting: correcting === false,
    setCorrecting(is: boolean) {
      setCorrecting(is);
      if (is) setCorrected('');
      onCorrection(false);
    },
    corrected,
    setCorrected,
    /** What was typed beside the form, by the names of its panels. */
    typed: [isNoteTyped && '申し送り', isMemoTyped && 'スタッフメモ'].filter((name) => name !== false),
    isUnsaved: isCorrected || isMemoTyped || isNoteTyped,
    onCorrection,
    onMemo,
    onNote,
  };
}
