// The way to a reservation's slip, as long as somebody may come with it.
import { openSlipsOf } from '#backoffice/shared/open-slips.ts';
import { isLive } from '#domain/reservation/reservation-status.ts';
import { LinkButton } from '#web/ui/button.tsx';
import type { ReservationPaths } from './paths.ts';
import type { Reservation } from './words.ts';

export function SlipLink({ data, paths }: { data: Reservation; paths: ReservationPaths }) {
  if (!isLive(data.status) || data.isAnonymous) return null;
  return (
    <LinkButton to={paths.slips} onClick={() => openSlipsOf([data.number], paths.detail)}>
      受診票
    </LinkButton>
  );
}
