// Numbers of reservations as they are read out and read off: 100 048 392.
export const inThrees = (number: number) => String(number).replaceAll(/(\d)(?=(\d{3})+$)/g, '$1 ');
