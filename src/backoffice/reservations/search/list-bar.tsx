// The bar under the list: what is selected of it, what is done to that, and the ways to other screens, from which one comes back to the list as it was.
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { openLabelsOf, openSlipsOf } from '#backoffice/shared/open-screens.ts';
import { resultContext, setResultContext } from '#backoffice/shared/reservation-link.tsx';
import { growQueue, setQueue } from '#backoffice/shared/unconfirmed-queue.ts';
import type { Selection } from '#backoffice/shared/use-selection.ts';
import { isOutstanding } from '#domain/reservation/reservation-status.ts';
import { FootBar } from '#web/action-bar.tsx';
import { OFFICE } from '#web/addresses.ts';
import { useOpenNotice } from '#web/open-notice.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Row } from '#web/ui/layout.tsx';
import { inWords } from '../run.ts';
import styles from './list-bar.module.css';
import { arrange, BY_NUMBER, type ListRow, type Narrowing, numberOf, orderForPaper, type Sort } from './narrow.ts';
import { type Extraction, extractionSession } from './use-extraction.ts';

interface List extends Pick<Extraction, 'found' | 'handOverTo'> {
  rows: readonly ListRow[];
  narrowing: Narrowing;
  sort: Sort;
  selection: Selection<ListRow>;
  outstanding: readonly ListRow[];
}

interface ListBarProps extends Pick<List, 'selection' | 'outstanding'> {
  navigation: ReturnType<typeof useListNavigation>;
  isArriving: boolean;
  /** Null for who may only look and print. */
  onConfirm: (() => void) | null;
  onEdit(): void;
  children: ReactNode;
}

export function ListBar(props: ListBarProps) {
  const { selection, outstanding, navigation, isArriving, onConfirm, onEdit, children } = props;
  const { rows } = selection;
  const isSelecting = rows.length > 0;

  /** The button for it goes with it: back to the row that the keyboard was at. */
  function clear() {
    selection.clear();
    document.querySelector<HTMLElement>('tr[data-current] a')?.focus({ preventScroll: true });
  }

  return (
    <FootBar label="選択した予約">
      {onConfirm && (
        <Button disabled={isArriving || outstanding.length === 0} onClick={() => selection.selectFirst(outstanding)}>
          {`未確認をすべて選択（${inWords(outstanding.length)}）`}
        </Button>
      )}
      <Row
        as="span"
        inline
        gap="1-half"
        strong
        className={styles.selected}
        role="status"
        data-selecting={isSelecting ? '' : undefined}
      >
        {isSelecting && (
          <>
            <Icon name="check" />
            {`${inWords(rows.length)} 件を選択中`}
          </>
        )}
      </Row>
      {isSelecting && (
        <Button kind="plain" onClick={clear}>
          選択を解除
        </Button>
      )}
      <Row gap="2" align="stretch" push>
        {isSelecting && (
          <>
            <Button icon="print" onClick={navigation.printSelected}>
              受診票
            </Button>
            <Button icon="print" onClick={navigation.labelSelected}>
              ラベル
            </Button>
            <Button icon="mail" onClick={() => navigation.notify(rows.map(numberOf))}>
              一斉連絡
            </Button>
          </>
        )}
        {onConfirm && isSelecting && <Button onClick={onEdit}>まとめて変更</Button>}
        {onConfirm && (
          <Button kind={isSelecting ? 'primary' : 'secondary'} icon="check" disabled={!isSelecting} onClick={onConfirm}>
            一括確認
          </Button>
        )}
      </Row>
      {children}
    </FootBar>
  );
}

export function useListNavigation({ found, handOverTo, rows, narrowing, sort, selection, outstanding }: List) {
  const navigate = useNavigate();
  const openNotice = useOpenNotice();

  function leaveFor(number: number) {
    // In the order of numbers, what still arrives stands below; in any other it may push the row away.
    const isInPlace = !found.isArriving || (sort.column === BY_NUMBER.column && !sort.isDescending);
    extractionSession.set({ left: { number, scrollTop: isInPlace ? window.scrollY : null } });
    const numbers = rows.map(numberOf);
    setResultContext({ numbers, isWhole: !found.isArriving });
    setQueue(outstanding.map(numberOf), number);
    if (!found.isArriving) return;
    handOverTo((all) => {
      // Another list may have taken its place, and with a log-out all of them go.
      if (resultContext.get().numbers !== numbers) return;
      const whole = arrange(all, narrowing, sort);
      resultContext.set({ numbers: whole.map(numberOf), isWhole: true });
      growQueue(whole.filter(({ status }) => isOutstanding(status)).map(numberOf), number);
    });
  }

  function leaveList() {
    const [first] = selection.rows;
    extractionSession.set({ left: first ? { number: first.number, scrollTop: window.scrollY } : null });
  }

  const print = (open: typeof openSlipsOf, address: string) => () => {
    leaveList();
    open(orderForPaper(selection.rows, sort).map(numberOf), OFFICE.extraction);
    navigate(address);
  };

  return {
    leaveFor,
    notify(numbers: readonly number[]) {
      leaveList();
      openNotice({ numbers, from: OFFICE.extraction });
    },
    printSelected: print(openSlipsOf, OFFICE.slips),
    labelSelected: print(openLabelsOf, OFFICE.labels),
  };
}
