// Leads from the list to other screens: each leaves the list so that one comes back to it as it was.
import { useNavigate } from 'react-router';
import { openLabelsOf, openSlipsOf } from '#backoffice/shared/open-slips.ts';
import { resultContext, setResultContext } from '#backoffice/shared/result-context.ts';
import { growQueue, setQueue } from '#backoffice/shared/unconfirmed-queue.ts';
import type { Selection } from '#backoffice/shared/use-selection.ts';
import { isOutstanding } from '#domain/reservation/reservation-status.ts';
import { OFFICE } from '#web/addresses.ts';
import { useOpenNotice } from '#web/open-notice.ts';
import { arrange, BY_NUMBER, type ListRow, type Narrowing, numberOf, orderForPaper, type Sort } from './narrow.ts';
import { extractionSession } from './session.ts';
import type { Extraction } from './use-extraction.ts';

interface List extends Pick<Extraction, 'found' | 'handOverTo'> {
  rows: readonly ListRow[];
  narrowing: Narrowing;
  sort: Sort;
  selection: Selection<ListRow>;
  outstanding: readonly ListRow[];
}

export function useListNavigation({ found, handOverTo, rows, narrowing, sort, selection, outstanding }: List) {
  const navigate = useNavigate();
  const openNotice = useOpenNotice();

  /** Before one of its reservations is opened. */
  function leaveFor(number: number) {
    // In the order of numbers, what still arrives stands below; in any other it may push the row away.
    const isInPlace = !found.isArriving || (sort.column === BY_NUMBER.column && !sort.isDescending);
    extractionSession.set({ left: { number, scrollTop: isInPlace ? window.scrollY : null } });
    const numbers = rows.map(numberOf);
    setResultContext({ numbers, isWhole: !found.isArriving });
    setQueue(outstanding.map(numberOf), number);
    if (found.isArriving) {
      handOverTo((all) => {
        // Another list may have taken its place, and with a log-out all of them go.
        if (resultContext.get().numbers !== numbers) return;
        const whole = arrange(all, narrowing, sort);
        resultContext.set({ numbers: whole.map(numberOf), isWhole: true });
        growQueue(whole.filter(({ status }) => isOutstanding(status)).map(numberOf), number);
      });
    }
  }

  function leaveList() {
    const [first] = selection.rows;
    extractionSession.set({ left: first ? { number: first.number, scrollTop: window.scrollY } : null });
  }

  function notify(numbers: readonly number[]) {
    leaveList();
    openNotice({ numbers, from: OFFICE.extraction });
  }

  const onPaper = () => orderForPaper(selection.rows, sort).map(numberOf);

  function printSelected() {
    leaveList();
    openSlipsOf(onPaper(), OFFICE.extraction);
    navigate(OFFICE.slips);
  }

  function labelSelected() {
    leaveList();
    openLabelsOf(onPaper(), OFFICE.extraction);
    navigate(OFFICE.labels);
  }

  return { leaveFor, notify, printSelected, labelSelected };
}
