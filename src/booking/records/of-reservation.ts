// That a row of another table belongs to the reservation r, in SQL.
export const ofReservation = (table: string) =>
  `${table}.institution_code = r.institution_code and ${table}.reservation_number = r.reservation_number`;
