// Texts that are told line by line.

/** A text as its lines; none for an empty one. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));
