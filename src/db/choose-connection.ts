// On which of the shared connections a statement goes, so that nobody waits long behind somebody else.

/** What is known of a connection; `owner` is whose statements are under way on it, where that matters. */
export interface Load {
  owner: string;
  underWay: number;
  /** When it last had nothing to do, or gave an answer. */
  lastMove: number;
}

export type Choice<C> = C | 'open another' | 'wait';

/** More than this behind one another would make the last wait for all of them. */
const DEEPEST = 8;
/** A connection that has not moved for this long is busy with something slow: what comes now takes another. */
const SLOW_MS = 5;

/** For short questions: behind others, as long as those move. */
export function chooseUnblocked<C extends Load>(open: readonly C[]): Choice<C> {
  const slow = performance.now() - SLOW_MS;
  for (const connection of open) {
    const moves = connection.underWay === 0 || connection.lastMove > slow;
    if (moves && connection.underWay < DEEPEST) return connection;
  }
  return 'open another';
}

/** So many statements of one owner are under way at the most. */
const MOST_OF_ONE_OWNER = 2;
/** The same as above for what writes, which may take longer without being held up. */
const STALLED_MS = 50;

/**
 * For what writes, and may wait for a lock: behind one of the same owner while that moves, so that the database finds its next
 * work at hand, and never behind another owner's. An owner that is held up gets a second connection while less than half of
 * them are busy: so as long as fewer owners are held up than three quarters of `most`, nobody else waits.
 */
export const chooseForOwner =
  (most: number) =>
  <C extends Load>(open: readonly C[], owner: string): Choice<C> => {
    const heldUp = performance.now() - STALLED_MS;
    let [busy, own] = [0, 0];
    let idle: C | undefined;
    let moving: C | undefined;
    for (const connection of open) {
      if (connection.underWay === 0) {
        idle ??= connection;
        continue;
      }
      busy++;
      if (connection.owner !== owner) continue;
      own += connection.underWay;
      if (connection.lastMove > heldUp) moving = connection;
    }
    if (own >= MOST_OF_ONE_OWNER) return 'wait';
    if (moving) return moving;
    if (own > 0 && busy >= most / 2) return 'wait';
    return idle ?? 'open another';
  };
