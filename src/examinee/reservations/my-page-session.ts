// What was chosen on my page: which list is open, and which reservation is cancelled.
import { createStore } from '#web/store.ts';

export interface MyPageSession {
  tab: 'current' | 'past';
  cancelNumber: number | null;
  /** The id under which the cancellation is sent: sent again, it is done once. */
  cancelRequestId: string;
}

export const myPageSession = createStore<MyPageSession>('examinee/my-page', {
  tab: 'current',
  cancelNumber: null,
  cancelRequestId: '',
});
