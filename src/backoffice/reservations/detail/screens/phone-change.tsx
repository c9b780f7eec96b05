// The way from a reservation to the phone booking, where its course and options, and all else of it, can be changed.

import { STARTED, startPhoneBooking } from '#backoffice/shared/open-phone-booking.ts';
import { today } from '#domain/calendar/clock.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { OFFICE } from '#web/addresses.ts';
import { useMay } from '#web/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import type { Reservation } from './words.ts';

/** Of what stands and is still to come. */
export function PhoneChange({ data }: { data: Reservation }) {
  const mayChange = useMay('reception');
  const { number, status, visitDate, reception, isAnonymous } = data;
  const isOpen = isLive(status) && visitDate >= today(new Date()) && reception !== 'arrived' && !isAnonymous;
  if (!mayChange || !isOpen) return null;
  return (
    <LinkButton
      to={OFFICE.phoneBooking}
      state={STARTED}
      onFollow={() => startPhoneBooking({ personOf: number, replaces: number })}
    >
      <Icon name="phone" />
      コース・オプションを変更
    </LinkButton>
  );
}
