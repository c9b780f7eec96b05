// Codes that are part of a key and mean something of their own.

/** The client of those who pay themselves. */
export const INDIVIDUAL = '00000000';
/** What is sent as the insurer number where a client, such as a company, has none. */
export const NO_INSURER_NUMBER = '00000000';
/** The slot of frames that are managed by day. */
export const WHOLE_DAY = 'ZZ';
/** The choice of every frame, where one can be chosen. */
export const ALL_FRAMES = '0000';
/** The code of a CSV pattern that is not saved yet. */
export const NEW_PATTERN = '000';

/** Whether it is a client's or a reservation's own number, which people are asked for and shown. */
export const isInsurerNumber = (number: string) => number !== '' && number !== NO_INSURER_NUMBER;
