// Whom a partner's portal has handed over in this tab: by that they are known again when they come again.
import { examineeSession } from '#web/session.ts';
import { createStore } from '#web/store.ts';

export const handoverSession = createStore('examinee/handover', {
  /** As the partner names them: what names them differently is somebody else. */
  person: '',
  /** The partner is a client of the institution. */
  clientCode: '',
  /** Empty until the insurance entry, where everybody arrives, has listed the clients. */
  partnerName: '',
});

export function savePartnerName(clients: readonly { clientCode: string; name: string }[]): void {
  const partner = clients.find(({ clientCode }) => clientCode === handoverSession.get().clientCode);
  if (partner) handoverSession.set({ partnerName: partner.name });
}

/** Read without being believed: whether the assertion holds is the server's to say. Empty where it names nobody. */
export function personIn(assertion: string): string {
  try {
    const payload = (assertion.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iss, sub } = JSON.parse(atob(payload));
    return typeof iss === 'string' && typeof sub === 'string' ? JSON.stringify([iss, sub]) : '';
  } catch {
    return '';
  }
}

/** What is shown to somebody who was handed over, has no account yet, and whose session is over; null for everybody else. */
export function howToComeBack(): string | null {
  const { person, partnerName } = handoverSession.get();
  if (person === '' || examineeSession.get().auth.userId) return null;
  const portal = partnerName ? `「${partnerName}」のページ` : 'お申し込み元のページ';
  return `しばらく操作がなかったため、引き継ぎの有効期限が切れました。このタブで${portal}に戻り、もう一度お進みください。選んだ内容と入力した内容はこのタブに残っていて、続きから予約できます。`;
}
