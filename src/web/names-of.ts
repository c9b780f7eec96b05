// The names of an object, and its entries, by their type: the language itself takes them for any texts.

export const namesOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];

export const entriesOf = <K extends string, V>(of: Readonly<Record<K, V>>) => Object.entries(of) as [K, V][];
