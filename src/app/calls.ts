// Every call of the service.
import { accountHandlers } from '#account/server.ts';
import { loginHandlers } from '#backoffice/login/server.ts';
import { stepHandlers } from '#examinee/booking/server.ts';
import { calendarHandlers } from '#examinee/booking/server-calendar.ts';
import { entryHandlers } from '#examinee/booking/server-entry.ts';
import { reserveHandlers } from '#examinee/booking/server-reserve.ts';
import { topHandlers } from '#examinee/top/server.ts';
import { frameHandlers } from '#masters/frames/server.ts';
import { postalHandlers } from '#postal/server.ts';
import type { Handler } from '#server/service.ts';

export const handlers: readonly Handler[] = [
  ...accountHandlers,
  ...postalHandlers,
  ...loginHandlers,
  ...frameHandlers,
  ...topHandlers,
  ...stepHandlers,
  ...calendarHandlers,
  ...entryHandlers,
  ...reserveHandlers,
];
