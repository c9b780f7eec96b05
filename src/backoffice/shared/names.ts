// Names and numbers as the staff's screens and lists write them.

/** The blank between family and given name is a narrow one. On what examinees see and hold it is wide, as it is kept. */
export const withNarrowBlanks = (name: string) => name.replaceAll('　', ' ');

/** Numbers of reservations as they are read out and read off: 100 048 392. */
export const inThrees = (number: number) => String(number).replaceAll(/(\d)(?=(\d{3})+$)/g, '$1 ');
