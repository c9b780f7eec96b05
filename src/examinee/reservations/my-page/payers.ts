// Which kinds of booking my page offers: what the institution takes, and individuals only while their client is usable.
import type { Payer } from '#domain/reservation/user-kind.ts';
import type { MyPage } from './contract.ts';

export function payersOf({ bookingKinds, individualsWelcome }: Pick<MyPage, 'bookingKinds' | 'individualsWelcome'>) {
  const isOffered: Readonly<Record<Payer, boolean>> = {
    individual: bookingKinds !== 'insurance' && individualsWelcome,
    insurance: bookingKinds !== 'individual',
  };
  return (['individual', 'insurance'] as const).filter((payer) => isOffered[payer]);
}
