// The ids of requests that may be sent again: the same content goes under the same one, however often it is sent.

export interface SentRequest {
  content: string;
  id: string;
}

export const NOT_SENT: SentRequest = { content: '', id: '' };

function inMemory(): { get(): SentRequest; set(last: SentRequest): void } {
  let last = NOT_SENT;
  return {
    get: () => last,
    set(next) {
      last = next;
    },
  };
}

/** `store` is where the last one outlives the page, if it does. */
export function makeRequestIds(make: () => string, store = inMemory()) {
  return (value: object): string => {
    const content = JSON.stringify(value);
    if (content !== store.get().content) store.set({ content, id: make() });
    return store.get().id;
  };
}
