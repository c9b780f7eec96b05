// The line in the book of files that one without a pattern of its own leaves: no reservation counts as told by it.
import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import type { Administrator } from '#server/service.ts';

const insert = query(`
  insert into csv_downloads (institution_code, at, administrator_id, pattern_code) values ($1, $2, $3, $4)`);

/** `pattern` stands where files by patterns have theirs. */
export const recordFile = (db: Db, { institutionCode, now, userId }: Administrator, pattern: string) =>
  insert(db, institutionCode, now, userId, pattern);
