// The lists by examination of a day: which are ticked, who stands on each, and which options they are about.
import type { ReceptionRow } from '#backoffice/shared/contract-reception.ts';
import { createPreference } from '#web/preferences.ts';
import type { Room, RoomDay } from './contract-rooms.ts';

export interface RoomSheet {
  key: string;
  room: Room;
  rows: ReceptionRow[];
  /** Options by which somebody is on it: all of a group's. Of a frame and an examination it is not known. */
  ownOptions: ReadonlySet<string>;
}

const keyOf = ({ kind, code }: Pick<Room, 'kind' | 'code'>) => `${kind} ${code}`;

function ownOptionsOf({ kind, code }: Room, rooms: readonly Room[]): string[] {
  const isOwn = kind === 'group' || kind === 'option';
  const options = rooms.filter((other) => isOwn && other.kind === 'option' && other.code.startsWith(code));
  return options.map(({ name }) => name);
}

/** Who did not come is awaited nowhere. */
export function sheetsOf({ rows, rooms }: Pick<RoomDay, 'rows' | 'rooms'>, onlyArrived: boolean): RoomSheet[] {
  const expected = rows.filter(({ reception }) => reception === 'arrived' || (!onlyArrived && reception === 'none'));
  const byNumber = new Map(expected.map((row) => [row.number, row]));
  return rooms.map((room) => ({
    key: keyOf(room),
    room,
    rows: room.numbers.flatMap((number) => byNumber.get(number) ?? []),
    ownOptions: new Set(ownOptionsOf(room, rooms)),
  }));
}

const BETWEEN = '\n';

/** What a clerk prints every morning; what nobody is booked for on a day stays ticked for the next. */
const stored = createPreference<string>('room-lists', '');

const readTicked = (text: string) => new Set(text.split(BETWEEN).filter(Boolean));

export function useTicked() {
  const ticked = readTicked(stored.use());
  const tick = (key: string, isTicked: boolean) => {
    const next = readTicked(stored.get());
    if (isTicked) next.add(key);
    else next.delete(key);
    stored.set([...next].join(BETWEEN));
  };
  return { ticked, tick };
}
