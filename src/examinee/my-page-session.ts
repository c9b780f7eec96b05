// What was chosen on my page: whether one is there at all, and which reservation is looked at, changed or cancelled.
import { createStore } from '#web/store.ts';

export interface MyPageSession {
  inUse: boolean;
  changedNumber: number | null;
  detailNumber: number | null;
  cancelNumber: number | null;
}

export const myPageSession = createStore<MyPageSession>('examinee/my-page', {
  inUse: false,
  changedNumber: null,
  detailNumber: null,
  cancelNumber: null,
});
