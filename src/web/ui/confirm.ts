// The question whether it is meant, before something is done.
import type { ReactNode } from 'react';
import type { DialogSpec, Show } from './dialog-box.tsx';

export type Confirm = (sentence: string, options?: ConfirmOptions) => Promise<boolean>;

interface ConfirmOptions {
  title?: string;
  tone?: DialogSpec['tone'];
  line?: string;
  details?: ReactNode;
  ok?: string;
  cancel?: string;
  danger?: boolean;
}

export const confirmWith =
  (show: Show): Confirm =>
  async (sentence, { ok = 'OK', cancel = 'キャンセル', danger = false, ...spec } = {}) => {
    const answer = await show({
      title: '確認',
      tone: 'ask',
      lead: sentence,
      ...spec,
      buttons: [
        { label: cancel, kind: 'quiet', answer: 'cancel', focus: danger },
        { label: ok, kind: danger ? 'danger' : 'primary', answer: 'ok', focus: !danger },
      ],
    });
    return answer === 'ok';
  };
