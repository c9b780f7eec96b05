// How a reservation's number is called, in calls and in the addresses of screens.
export const RESERVATION_KEY = 'ukno';
