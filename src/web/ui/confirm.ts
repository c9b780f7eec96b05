// The question whether it is meant, before something is done.
import type { ReactNode } from 'react';
import type { Show } from './dialog-box.tsx';

export type Confirm = (sentence: string, options?: ConfirmOptions) => Promise<boolean>;

interface ConfirmOptions {
  title?: string;
  details?: ReactNode;
  ok?: string;
  danger?: boolean;
}

export const confirmWith =
  (show: Show): Confirm =>
  async (sentence, { title = '確認', details, ok = 'OK', danger = false } = {}) => {
    const answer = await show({
      title,
      tone: 'ask',
      lead: sentence,
      details,
      buttons: [
        { label: 'キャンセル', kind: 'quiet', answer: 'cancel', focus: danger },
        { label: ok, kind: danger ? 'danger' : 'primary', answer: 'ok', focus: !danger },
      ],
    });
    return answer === 'ok';
  };
