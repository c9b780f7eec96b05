// An address of two lines in one: the street, and the building with its floor.

export const joinAddress = (street: string, building: string) => [street, building].filter(Boolean).join(' ');
