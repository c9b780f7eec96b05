// Class names of one element, without those that are absent.
export const classes = (...names: (string | undefined)[]): string => names.filter(Boolean).join(' ');
