// What staff look for in the bar's search box, and the search for people reads: the box and its screen know each other by this.
import { createStore } from './store.ts';

export interface FindText {
  text: string;
  /** Goes on with every search, also for the same text. */
  round: number;
}

/** Named below the office's session, so that it goes with the log-out. No address ever holds it. */
export const findText = createStore<FindText>('office/find', { text: '', round: 0 });

/** To be called before going to the search. */
export const lookFor = (text: string) => findText.set({ text, round: findText.get().round + 1 });
