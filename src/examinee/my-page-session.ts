// What was chosen on my page: which reservation is looked at or cancelled.
import { createStore } from '#web/store.ts';

export interface MyPageSession {
  detailNumber: number | null;
  cancelNumber: number | null;
}

export const myPageSession = createStore<MyPageSession>('examinee/my-page', { detailNumber: null, cancelNumber: null });
