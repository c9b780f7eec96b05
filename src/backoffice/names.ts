// Names in lines and tables: the blank between family and given name is as wide as they can afford.
export const narrowBlank = (name: string) => name.replaceAll('　', ' ');
