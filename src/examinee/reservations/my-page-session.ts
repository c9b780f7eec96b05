// What was chosen on my page: which list is open, and which reservation is cancelled.
import { createStore } from '#web/store.ts';

export const myPageSession = createStore('examinee/my-page', {
  tab: 'current' as 'current' | 'past',
  cancelNumber: null as number | null,
  /** The id under which the cancellation is sent: sent again, it is done once. */
  cancelRequestId: '',
});
