// The input of the booking function, over and over: as the service made it for one booking, with what must differ changed for each.

/** What the service hands to the function; only what is changed is named. */
export interface BookingInput {
  requests: { request_id: string; answer: { reservationNumber: number } }[];
  accounts: Record<string, unknown>[];
  follows: Record<string, unknown>[];
  limits: Record<string, unknown>[];
  wishes: Record<string, unknown>[];
  reservations: Record<string, unknown>[];
  options: object[];
  history: object[];
  mails: object[];
  places: { slot_code: string }[];
}

export interface BareBooking {
  input: BookingInput;
  days: readonly string[];
  slots: readonly string[];
  /** Who books by turns; nobody: guests, each a new one. */
  people: readonly Booker[];
  /** Each of them changes one reservation again and again, beginning with `number`. */
  isChange?: boolean;
}

export interface Booker {
  examineeId: number;
  mail: string;
  number?: number;
}

let made = 0;
let next = 300_000_000 + Math.floor(Math.random() * 300_000_000);
const run = `${Date.now().toString(36)}${process.pid}`;
/** By account: the reservation that its next change replaces. */
const current = new Map<number, number>();

/** Gives the next input for one of so many connections; each has people of its own, so that nobody's changes cross. */
export function inputsOf({ input, days, slots, people, isChange = false }: BareBooking, connections: number) {
  const turns = Array.from({ length: connections }, () => 0);
  return (connection: number): string => {
    const n = ++made;
    const number = next++;
    const day = days[n % days.length];
    const slot = slots[Math.floor(n / days.length) % slots.length] ?? '';
    const turn = turns[connection] ?? 0;
    turns[connection] = turn + 1;
    const booker = people[(connection + connections * turn) % people.length];
    const own = booker?.examineeId;
    const mail = booker?.mail ?? `bare${run}${n}@example.jp`;
    const whose = { reservation_number: number, examinee_id: own ?? number };
    const replaces = isChange && own !== undefined ? (current.get(own) ?? booker?.number) : null;
    if (isChange && own !== undefined) current.set(own, number);
    return JSON.stringify({
      ...input,
      requests: input.requests.map((one) => ({
        ...one,
        request_id: `${run}-${n}`,
        answer: { ...one.answer, reservationNumber: number },
      })),
      accounts: input.accounts.map((one) => ({ ...one, examinee_id: number, mail })),
      follows: input.follows.map((one) => ({ ...one, examinee_id: own })),
      limits: input.limits.map((one) => ({ ...one, examinee_id: own, mail, replaces })),
      wishes: input.wishes.map((one) => ({ ...one, mail, examinee_id: own ?? number })),
      reservations: input.reservations.map((one) => ({
        ...one,
        ...whose,
        mail,
        visit_date: day,
        slot_code: slot,
        replaces,
      })),
      options: input.options.map((one) => ({ ...one, reservation_number: number })),
      history: input.history.map((one) => ({ ...one, reservation_number: number })),
      mails: input.mails.map((one) => ({
        ...one,
        mail_id: crypto.randomUUID(),
        message_id: `<${number}@bench>`,
        reservation_number: number,
        recipient: mail,
      })),
      places: input.places.map((place) => ({
        ...place,
        reservation_number: number,
        visit_date: day,
        slot_code: place.slot_code === 'ZZ' ? 'ZZ' : slot,
      })),
    });
  };
}
