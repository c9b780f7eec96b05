// Which kinds of booking my page offers, and which later: what the institution takes, individuals only while their client is usable, and
// each as soon as there is something to book.
import type { PlainDate } from '#domain/calendar/plain-date.ts';
import type { Payer } from '#domain/reservation/user-kind.ts';
import type { MyPage } from './contract.ts';

type Offer = Pick<
  MyPage,
  | 'bookingKinds'
  | 'individualsWelcome'
  | 'isIndividualOpen'
  | 'individualOpenDate'
  | 'isInsuranceOpen'
  | 'insuranceOpenDate'
>;

interface Entrance {
  payer: Payer;
  isOpen: boolean;
  openDate: PlainDate | null;
}

export function entrancesOf(offer: Offer): Entrance[] {
  const { bookingKinds, individualsWelcome } = offer;
  const isTaken: Readonly<Record<Payer, boolean>> = {
    individual: bookingKinds !== 'insurance' && individualsWelcome,
    insurance: bookingKinds !== 'individual',
  };
  const entrances: Entrance[] = [
    { payer: 'individual', isOpen: offer.isIndividualOpen, openDate: offer.individualOpenDate },
    { payer: 'insurance', isOpen: offer.isInsuranceOpen, openDate: offer.insuranceOpenDate },
  ];
  return entrances.filter(({ payer, isOpen, openDate }) => isTaken[payer] && (isOpen || openDate !== null));
}
