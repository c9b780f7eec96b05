// What stands in the way of leaving a screen: a box that lies over it, or something unsaved. The router asks one blocker only, so they share it.
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Blocker, type BlockerFunction, useBlocker, useLocation } from 'react-router';

interface Guard {
  blocks: BlockerFunction;
  ask(blocked: Extract<Blocker, { state: 'blocked' }>): void;
}

/** The one that came last is asked first. */
const guards: { current: Guard }[] = [];
/** What Back does to the boxes that lie over the screen, the topmost last. */
const boxes: (() => void)[] = [];
/** Of the location that is shown: the browser may be elsewhere for a moment, while a Back is undone. */
let shownKey = '';

function add<T>(list: T[], one: T): () => void {
  list.push(one);
  return () => {
    list.splice(list.indexOf(one), 1);
  };
}

/** Guards are there before the screen is drawn: whoever sees a box can close it by Back. */
export function useGuard(guard: Guard): void {
  const latest = useRef(guard);
  latest.current = guard;
  useLayoutEffect(() => add(guards, latest), []);
}

/** While a box is open, Back does this to it and nothing else. */
export function useCloseOnBack(onBack: () => void): void {
  const latest = useRef(onBack);
  latest.current = onBack;
  useLayoutEffect(() => {
    putEntryOnTop();
    return add(boxes, () => latest.current());
  }, []);
  useGuard({
    blocks: ({ historyAction }) => historyAction === 'POP',
    ask(blocked) {
      blocked.reset();
      latest.current();
    },
  });
}

/**
 * Back from the first page of a document leaves the document, which nothing can block: such a page gets an entry for itself on top, of
 * which the router does not know. The one below is passed over whenever it is come to.
 */
function putEntryOnTop(): void {
  const { state, length } = window.history;
  const isFirst = state?.idx === 0 && (state.key ?? 'default') === shownKey;
  if (!isFirst || state.isOnTop || length === 1) return;
  window.history.replaceState({ ...state, isBelow: true }, '');
  window.history.pushState({ ...state, isBelow: false, isOnTop: true }, '');
}

let isReturning = false;

/** Before the router is made, which must not hear of it. */
export const listenBeforeRouter = () => window.addEventListener('popstate', skipEntry);

function skipEntry(event: PopStateEvent): void {
  const box = boxes.at(-1);
  if (!isReturning && !event.state?.isBelow) return;
  event.stopImmediatePropagation();
  if (isReturning) isReturning = false;
  else if (box) {
    isReturning = true;
    window.history.forward();
    box();
  } else window.history.back();
}

/** Once for each document's screens. */
export function useNavigationGuard(): void {
  const { key } = useLocation();
  shownKey = key;
  const asked = useRef<Guard>(undefined);
  const blocker = useBlocker((leaving) => {
    asked.current = guards.findLast(({ current }) => current.blocks(leaving))?.current;
    return asked.current !== undefined;
  });
  useEffect(() => {
    if (blocker.state === 'blocked') asked.current?.ask(blocker);
  }, [blocker]);
}
