// What follows a change: the sentence, the way back to the extraction, and to the next reservation of it.
import { type Booked, DonePanel } from '#backoffice/reservations/done-panel.tsx';
import { resultContext, useBackLink } from '#backoffice/shared/reservation-link.tsx';
import { reservationAt } from '#web/addresses.ts';
import { useOpenedReservation } from '#web/key-in-address.ts';
import { Done } from '#web/master-screens/done-screen.tsx';
import { createStore } from '#web/store.ts';

export const doneReservation = createStore<{ booked: Booked | null }>(
  'office/reservation-done',
  { booked: null },
  { holdsPerson: true },
);

export function ReservationDoneScreen() {
  const number = useOpenedReservation();
  const back = useBackLink();
  const { booked } = doneReservation.use();
  const { numbers } = resultContext.use();
  const at = number === null ? -1 : numbers.indexOf(number);
  const next = at < 0 ? undefined : numbers[at + 1];
  return (
    <Done
      title="予約状況変更完了"
      crumbs={['予約管理', { label: back.name, to: back.path }]}
      sentence="予約状況の変更が完了しました。"
      back={{ label: `${back.name}に戻る`, to: back.path }}
      next={next === undefined ? undefined : [{ label: `次の予約（${next}）を開く`, to: reservationAt(next) }]}
    >
      {booked?.number === number && booked && <DonePanel booked={booked} />}
    </Done>
  );
}
