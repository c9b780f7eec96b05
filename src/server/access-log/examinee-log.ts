// What examinees leave in the access log: that they have logged in, or out, and by what.
import type { RequestContext } from '#server/service.ts';
import type { LogEntry } from './write-log.ts';

interface Person {
  institutionCode: string;
  examineeId?: number | null;
}

export function entryOfExaminee(
  { now, address }: Pick<RequestContext, 'now' | 'address'>,
  { institutionCode, examineeId = null }: Person,
  note: string,
  subject = '',
): LogEntry {
  return {
    institutionCode,
    at: now,
    actor: { kind: 'examinee', userId: examineeId === null ? '' : String(examineeId), address },
    act: 'examinee',
    subject,
    details: { note },
  };
}

/** Written behind the answers. Without a place for the entry, it is refused. */
export function logExaminee(who: RequestContext, person: Person, note: string, subject = ''): void {
  who.service.accessLog.add(entryOfExaminee(who, person, note, subject));
}
