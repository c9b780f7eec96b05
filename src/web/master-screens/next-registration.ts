// What a registration hands to the page that says it is done, and that to the next registration.
/** State of the way to a page that says it is done, where there is nothing else to hand on: who comes without has done nothing. */
export const DONE = { done: true };

export const beginWith = (draft: object) => ({ draft });

interface Registered {
  answer: unknown;
  draft: object;
}

export const registered = (answer: unknown, draft: object): Registered => ({ answer, draft });

/** Null where nothing was registered, for instance from a bookmark. */
export const wasRegistered = (state: unknown): Registered | null =>
  state !== null && typeof state === 'object' && 'draft' in state ? (state as Registered) : null;
