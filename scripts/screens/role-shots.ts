// Pictures of what staff see who are no managers: the reception, and those who only look.
import { go, openFirst, press, type Shot } from './shots.ts';

type Role = 'reception' | 'viewer';

/** Every state is the role's own. */
const shot = (role: Role, name: string, route: string, open: Shot['open'] = go(route)): Shot => ({
  name: `${name}-${role}`,
  route,
  state: role,
  open,
});

export const roleShots = (role: Role): readonly Shot[] => [
  shot(role, 'status', '/AdminReserveStatusCheck'),
  shot(role, 'menu', '/AdminReserveStatusCheck', (page) => press(page, '予約管理')),
  shot(role, 'extraction', '/WIGA1'),
  shot(role, 'reservation', '/WIGA1Detail', openFirst('/WIGA1', /WIGA1Detail$/)),
  shot(role, 'reception', '/Reception'),
  shot(role, 'own-account', '/StaffMe'),
  // By an address that is not theirs.
  shot(role, 'not-allowed', '/MasterWIRKSList'),
];

export const deskShots: readonly Shot[] = [
  shot('reception', 'desk-booking', '/DeskBooking'),
  shot('reception', 'notice-list', '/NoticeList'),
];

/** At an institution whose managers have not finished yet. */
export const waitingShots: readonly Shot[] = [
  { ...shot('reception', 'status-new', '/AdminReserveStatusCheck'), state: 'empty, reception' },
  { ...shot('reception', 'extraction-new', '/WIGA1'), state: 'empty, reception' },
];
