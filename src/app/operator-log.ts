// What the operator's commands leave in an institution's access log.
import type { Db } from '#db/database.ts';
import { writeLog } from '#server/access-log/write-log.ts';

/** In the transaction of what was done. */
export const logOperator = (db: Db, institutionCode: string, note: string, subject = '') =>
  writeLog(db, {
    institutionCode,
    at: new Date(),
    actor: { kind: 'operator' },
    act: 'operator',
    subject,
    details: { note },
  });
