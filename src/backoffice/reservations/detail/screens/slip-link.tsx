// The way to a reservation's slip, as long as somebody may come with it.

import { openSlipsOf } from '#backoffice/shared/open-slips.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { OFFICE } from '#web/addresses.ts';
import { LinkButton } from '#web/ui/button.tsx';
import type { Reservation } from './words.ts';

export function SlipLink({ data }: { data: Reservation }) {
  if (!isLive(data.status) || data.isAnonymous) return null;
  return (
    <LinkButton to={OFFICE.slips} onClick={() => openSlipsOf([data.number], OFFICE.reservation)}>
      受診票
    </LinkButton>
  );
}
