// What the screens of notices are called.
import { OFFICE } from '#web/addresses.ts';

export const TITLE = '一斉連絡';

export const CRUMBS = ['予約管理', { label: TITLE, to: OFFICE.notices }];
