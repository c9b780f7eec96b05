// The service as the torture drives it: the real doors, over a real database, with a clock that can be set.
import type { FastifyInstance } from 'fastify';
import { handlers } from '#app/calls.ts';
import { makeService } from '#app/service.ts';
import type { Connection } from '#db/connection.ts';
import { type Db, openDatabase } from '#db/database.ts';
import { issueToken } from '#server/access/tokens.ts';
import { readConfig } from '#server/config.ts';
import { buildHttpServer } from '#server/http/http-server.ts';
import { openClerk } from '#tests/kit/staff.ts';
import { encodeForm } from '#wire/form.ts';
import type { Bench } from './acts.ts';

/** Several servers on one database, which take turns: what one of them does in its memory must not matter. */
const SERVERS = 4;

export async function openBench(
  connection: Connection,
): Promise<Bench & { app: FastifyInstance; close(): Promise<void> }> {
  let now = new Date();
  const config = readConfig({
    REQUESTS_PER_MINUTE: '0',
    AVAILABILITY_REQUESTS_PER_MINUTE: '0',
    GUEST_RESERVATIONS_PER_MINUTE: '0',
    BOOKINGS_PER_ACCOUNT_PER_DAY: '0',
    LIVE_BOOKINGS_PER_ACCOUNT: '0',
    BOOKINGS_PER_RECIPIENT_PER_DAY: '0',
  });
  const shared = { clock: () => now, config, secret: Buffer.from('a key for torture, of 32 letters') };
  const services = Array.from({ length: SERVERS }, () => makeService({ ...shared, db: openDatabase(connection, 6) }));
  const doors = await Promise.all(services.map((service) => buildHttpServer(service, handlers)));
  const [[service], [app]] = [services, doors];
  if (!service || !app) throw new Error('no servers');
  const { db } = service;
  let turn = 0;
  const tokens = new Map<string, string>();
  const staffTokens = new Map<string, Promise<string>>();
  return {
    service,
    app,
    setNow(to) {
      now = to;
    },
    async post(path, form, token) {
      const door = doors[turn++ % doors.length] ?? app;
      const response = await door.inject({
        method: 'POST',
        url: path,
        payload: encodeForm(form).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
      });
      return { body: response.json() };
    },
    async tokenFor(institutionCode, mail) {
      const key = `${institutionCode}_${mail}`;
      const known = tokens.get(key);
      if (known) return known;
      // What staff change of it stays theirs to change.
      const { examinee_id: examineeId } = await db
        .updateTable('examinees')
        .set({ mail_verified_at: now })
        .returning('examinee_id')
        .where('institution_code', '=', institutionCode)
        .where('mail', '=', mail)
        .executeTakeFirstOrThrow();
      const token = await issueToken(db, { kind: 'examinee', institutionCode, examineeId }, now);
      tokens.set(key, token);
      return token;
    },
    staffTokenFor(institutionCode) {
      const known = staffTokens.get(institutionCode);
      const token = known ?? openKnownClerk(db, institutionCode, now);
      staffTokens.set(institutionCode, token);
      return token;
    },
    async close() {
      await Promise.all(doors.map((door) => door.close()));
      await Promise.all(services.map((each) => each.accessLog.flush().catch(() => {})));
      await Promise.all(services.map((each) => each.db.destroy()));
    },
  };
}

/** An id that nobody else has. */
export const clerkOf = (institutionCode: string) => `s${Number(institutionCode).toString(36).padStart(7, '0')}`;

/** With an id that nobody else has, as the directory of all institutions wants it. */
async function openKnownClerk(db: Db, institutionCode: string, now: Date): Promise<string> {
  const userId = clerkOf(institutionCode);
  const known = { user_id: userId, institution_code: institutionCode };
  await db
    .insertInto('administrator_directory')
    .values(known)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return openClerk(db, { institutionCode, userId }, now);
}
