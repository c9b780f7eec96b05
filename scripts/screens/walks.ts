// Who takes which pictures. What changes the demo's data comes after what shows it.
import { accountShots, guestShots } from './examinee-shots.ts';
import { loginShots } from './login-shots.ts';
import { masterShots } from './master-shots.ts';
import { newcomerShots } from './newcomer-shots.ts';
import { officeShots } from './office-shots.ts';
import { offlineGuestShots, offlineOfficeShots } from './offline-shots.ts';
import { deskShots, roleShots, waitingShots } from './role-shots.ts';
import type { Walk } from './shots.ts';

export const walks: readonly Walk[] = [
  { who: 'office', shots: officeShots },
  { who: 'office', shots: masterShots },
  { who: 'reception', shots: [...roleShots('reception'), ...deskShots] },
  { who: 'viewer', shots: roleShots('viewer') },
  { who: 'nobody', shots: [...loginShots, ...guestShots] },
  { who: 'examinee', shots: accountShots },
  { who: 'newcomer', shots: newcomerShots },
  { who: 'newcomerReception', shots: waitingShots },
  { who: 'office', shots: offlineOfficeShots },
  { who: 'nobody', shots: offlineGuestShots },
];
