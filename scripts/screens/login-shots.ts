// Pictures of the doors: the staff's log-in, and where a set-up code becomes a password.
import { closeDialogs, dialogShown, go, press, type Shot } from './shots.ts';

export const loginShots: readonly Shot[] = [
  { name: 'login', route: '/AdminLogin', open: go('/AdminLogin'), guide: 700 },
  {
    name: 'login-error',
    route: '/AdminLogin',
    state: 'error',
    async open(page) {
      await press(page, 'ログイン');
      await dialogShown(page);
    },
  },
  {
    name: 'login-refused',
    route: '/AdminLogin',
    state: 'wrong password',
    async open(page) {
      await closeDialogs(page);
      await page.getByLabel('ユーザーID').fill('nobody00');
      await page.getByRole('textbox', { name: 'パスワード' }).fill('Wrong#2026');
      await press(page, 'ログイン');
      await dialogShown(page);
    },
  },
  {
    name: 'staff-setup',
    route: '/StaffSetup',
    async open(page) {
      await closeDialogs(page);
      await go('/StaffSetup')(page);
    },
    guide: 700,
  },
];
