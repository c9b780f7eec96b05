// Changes of an institution's masters wait for each other before they hold anything else, so that no two can wait in a ring.

import type { Db } from '#db/database.ts';
import { query } from '#db/query.ts';
import { type Administrator, type Handler, handle } from '#server/service.ts';
import type { Call } from '#wire/call.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { traceRecord } from './record-changes.ts';

/** Every change of a master raises this number in the end: whoever is to change one takes it first. */
const lockMasters = query('select from masters_versions where institution_code = $1 for update');

/** The server half of a call that changes masters. */
export function handleSave<I extends AnyRecord, O extends AnyRecord>(
  call: Call<I, O, 'administrator'>,
  run: (db: Db, who: Administrator, input: Value<I>) => Promise<Value<O>>,
): Handler {
  return handle(call, async (db, who, input) => {
    await lockMasters(db, who.institutionCode);
    const reply = await run(db, who, input);
    await traceRecord(db, call, who.trace, input);
    return reply;
  });
}
