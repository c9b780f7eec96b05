// Who takes which pictures. What changes the demo's data comes after what shows it.
import { accountShots, guestShots } from './examinee-shots.ts';
import { loginShots } from './login-shots.ts';
import { masterShots } from './master-shots.ts';
import { newcomerShots } from './newcomer-shots.ts';
import { officeShots } from './office-shots.ts';
import type { Walk } from './shots.ts';

export const walks: readonly Walk[] = [
  { who: 'office', shots: officeShots },
  { who: 'office', shots: masterShots },
  { who: 'nobody', shots: [...loginShots, ...guestShots] },
  { who: 'examinee', shots: accountShots },
  { who: 'newcomer', shots: newcomerShots },
];
