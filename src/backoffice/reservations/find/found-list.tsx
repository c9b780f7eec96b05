// The people who were found, gone through by keys: from row to row, into one, and to a booking for its person.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { STARTED, startPhoneBooking } from '#backoffice/shared/open-screens.ts';
import { openSearchByKana } from '#backoffice/shared/open-search.ts';
import { resultContext, setResultContext } from '#backoffice/shared/reservation-link.tsx';
import { OFFICE, reservationAt } from '#web/addresses.ts';
import type { FindText } from '#web/find-box.tsx';
import { useMay } from '#web/session.ts';
import { createStore } from '#web/store.ts';
import { Stack } from '#web/ui/layout.tsx';
import type { FoundPeople, FoundPerson } from './contract.ts';
import { FIRST_ROWS, PersonBlock, type Sought } from './person-block.tsx';

/** Where the cursor begins: at the row one comes back from, or at the first; and whose rows are all shown for that. */
function beginAt({ people }: FoundPeople, round: number) {
  const place = findPlace.get();
  if (place.round !== round) return { isBack: false, row: null, unfolded: [] };
  const { seen } = resultContext.get();
  const whose = (number: unknown) => people.find(({ rows }) => rows.some((row) => row.number === number));
  const left = place.isOpened ? [seen, place.left] : [place.left];
  const row = place.left === null ? undefined : left.find(whose);
  const person = whose(row);
  const folded = person?.rows.slice(FIRST_ROWS).some(({ number }) => number === row) ? [person.number] : [];
  return {
    isBack: true,
    row: row ?? null,
    unfolded: [...place.unfolded, ...folded],
  };
}

/** Who types the next search already is left alone. */
const isTyping = (text: string) => {
  const { activeElement: at } = document;
  return at instanceof HTMLInputElement && at.type === 'search' && at.value !== text;
};

interface FoundListProps {
  asked: FindText;
  found: FoundPeople;
  sought: Sought;
}

export function FoundList({ asked: { text, round }, found, sought }: FoundListProps) {
  const navigate = useNavigate();
  const mayBook = useMay('reception');
  const list = useRef<HTMLDivElement>(null);
  const [begin] = useState(() => beginAt(found, round));
  const [unfolded, setUnfolded] = useState<readonly number[]>(begin.unfolded);

  function leaveFor(number: number) {
    findPlace.set({ round, left: number, isOpened: true, unfolded });
    const numbers = found.people.flatMap(({ rows }) => rows.map((row) => row.number));
    setResultContext({ numbers, list: { name: '受診者検索', path: OFFICE.find, rows: '検索結果' } });
  }

  function book(personOf: number, row: number | undefined) {
    findPlace.set({ round, left: row ?? null, isOpened: false, unfolded });
    startPhoneBooking({ personOf });
    navigate(OFFICE.phoneBooking, { state: STARTED });
  }

  function seeAll({ kana }: FoundPerson) {
    openSearchByKana(kana);
    navigate(OFFICE.extraction);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when they are there
  useEffect(() => {
    findPlace.set({ round, left: null, unfolded });
    // In place of this page: the browser's way back leads to where the number was typed, and not into it again.
    if (found.number > 0 && !begin.isBack) {
      leaveFor(found.number);
      void navigate(reservationAt(found.number), { replace: true });
      return;
    }
    const row = list.current?.querySelector<HTMLElement>(begin.row ? `[data-row="${begin.row}"]` : '[data-row]');
    if (!isTyping(text)) row?.focus();
  }, []);

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      rows[at < 0 ? 0 : at + step]?.focus();
    } else if (event.key === 'b' && at >= 0 && mayBook) {
      event.preventDefault();
      book(Number(rows[at]?.dataset.person), Number(rows[at]?.dataset.row));
    }
  }

  return (
    <Stack gap="3" ref={list} onKeyDown={press}>
      {found.people.map((person) => (
        <PersonBlock
          key={person.number}
          person={person}
          sought={sought}
          isUnfolded={unfolded.includes(person.number)}
          onUnfold={() => setUnfolded([...unfolded, person.number])}
          onLeave={leaveFor}
          onBook={mayBook ? () => book(person.number, person.rows[0]?.number) : null}
          onSeeAll={() => seeAll(person)}
        />
      ))}
    </Stack>
  );
}

interface FindPlace {
  /** The search that was shown last: another one begins at its first row. */
  round: number;
  left: number | null;
  /** To the reservation itself: from there, others may have been looked at since. */
  isOpened: boolean;
  unfolded: readonly number[];
}

const findPlace = createStore<FindPlace>('office/find-place', {
  round: 0,
  left: null,
  isOpened: false,
  unfolded: [],
});
