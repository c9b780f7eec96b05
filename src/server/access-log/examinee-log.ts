// What examinees leave in the access log: that they have logged in, or out, and by what; written behind the answers.
import type { RequestContext } from '#server/service.ts';

/** Without a place for the entry, it is refused. */
export function logExaminee(
  { service, now, address }: RequestContext,
  { institutionCode, examineeId = null }: { institutionCode: string; examineeId?: number | null },
  note: string,
  subject = '',
): void {
  service.accessLog.add({
    institutionCode,
    at: now,
    actor: { kind: 'examinee', userId: examineeId === null ? '' : String(examineeId), address },
    act: 'examinee',
    subject,
    details: { note },
  });
}
