// Names on the staff's screens and lists: the blank between family and given name is a narrow one. On what examinees see and hold it is
// wide, as it is kept.
export const withNarrowBlanks = (name: string) => name.replaceAll('　', ' ');
