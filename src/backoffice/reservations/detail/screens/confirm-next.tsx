// One press confirms the reservation as it stands and leads to the next unconfirmed one of the list it was opened from.
import { type KeyboardEvent as KeyPress, useEffect, useRef } from 'react';
import { withNarrowBlanks } from '#backoffice/shared/names.ts';
import { unconfirmedQueue } from '#backoffice/shared/unconfirmed-queue.ts';
import { confirmationOf, STATUS_WORDS } from '#domain/reservation/reservation-status.ts';
import { reservationAt } from '#web/addresses.ts';
import { send } from '#web/send.ts';
import { Button } from '#web/ui/button.tsx';
import { useDialogs } from '#web/ui/dialogs.tsx';
import { Link } from '#web/ui/link.tsx';
import { DoneLine } from '#web/ui/notice.tsx';
import { useCtrlEnter } from '#web/ui/use-ctrl-enter.ts';
import { useSave } from '#web/use-save.ts';
import { hasUnsaved } from '#web/use-unsaved.ts';
import { updateReservation } from '../contract.ts';
import type { Reservation } from './change.ts';

/** Where it stands among those that the list has left; null where it is none of them. */
export function useQueuePlace({ number, status }: Reservation): string | null {
  const { numbers } = unconfirmedQueue.use();
  const at = confirmationOf(status) ? numbers.indexOf(number) : -1;
  return at < 0 ? null : `未確認 ${(at + 1).toLocaleString('ja-JP')} ／ ${numbers.length.toLocaleString('ja-JP')} 件目`;
}

export interface ConfirmedOne {
  number: number;
  name: string;
  sentence: string;
}

export function ConfirmedLine({ one }: { one: ConfirmedOne }) {
  return (
    <DoneLine>
      <Link to={reservationAt(one.number)}>{one.number}</Link> {one.name} {one.sentence}
    </DoneLine>
  );
}

interface ConfirmNextOptions {
  data: Reservation;
  isOff: boolean;
  sendMail: boolean;
  renew(): Promise<boolean>;
  onConfirmed(one: ConfirmedOne): void;
}

const UNSAVED = '保存していない変更があります。保存するか元に戻してから、もう一度確認してください。';

/** Null where it is not offered: whoever opens it from elsewhere confirms it by its form. */
export function useConfirmNext({ data, isOff, sendMail, renew, onConfirmed }: ConfirmNextOptions) {
  const dialogs = useDialogs();
  const { isBusy, act } = useSave();
  const isQueued = useQueuePlace(data) !== null;
  const status = isQueued ? confirmationOf(data.status) : null;
  const isDisabled = isOff || isBusy;

  function run(): void {
    if (!status || isDisabled) return;
    // Other parts of the page may hold something, too.
    if (hasUnsaved()) {
      dialogs.inputError([UNSAVED]);
      return;
    }
    const { number, version, visitDate, slotCode, name } = data;
    const asItIs = { number, version, visitDate, slotCode, patientNumber: null, cancelReason: null, notice: '' };
    act({
      send: () => send(updateReservation, { ...asItIs, status, sendMail }),
      done: () =>
        onConfirmed({
          number,
          name: withNarrowBlanks(name),
          sentence: describeConfirmed(STATUS_WORDS[status], sendMail, data.mail),
        }),
      renew,
    });
  }

  useCtrlEnter(status && run, { withShift: true });

  return status ? { run, isDisabled, status } : null;
}

function describeConfirmed(word: string, sendMail: boolean, mail: string): string {
  if (!sendMail) return `様を${word}にしました。`;
  return `様を${word}にしました（${mail === '' ? 'メールアドレスがないため、通知メールは送りません' : '通知メールを送ります'}）。`;
}

interface ConfirmNextButtonProps {
  run(): void;
  isDisabled: boolean;
  isNext: boolean;
}

export function ConfirmNextButton({ run, isDisabled, isNext }: ConfirmNextButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isNext && (document.activeElement === document.body || document.activeElement === null))
      button.current?.focus({ preventScroll: true });
  }, [isNext]);
  const press = (event: KeyPress) => event.key === 'Enter' && event.repeat && event.preventDefault();
  return (
    <Button ref={button} kind="primary" icon="check" disabled={isDisabled} onClick={run} onKeyDown={press}>
      確認して次の未確認へ
      <kbd data-hide="narrow">Ctrl+Shift+Enter</kbd>
    </Button>
  );
}
