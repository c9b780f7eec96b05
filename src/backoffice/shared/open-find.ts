// Opens the search for people with a text, from another screen.
import { lookFor } from '#web/find-text.ts';

/** To be called before going to the search. */
export const openFind = (text: string) => lookFor(text);
