// The service as the torture drives it: the real door, over a real database, with a clock that can be set.
import type { FastifyInstance } from 'fastify';
import { handlers } from '#app/calls.ts';
import { type Connection, openDatabase } from '#db/database.ts';
import { issueToken } from '#server/access.ts';
import { readConfig } from '#server/config.ts';
import { buildDoor } from '#server/door.ts';
import { encodeForm } from '#wire/form.ts';
import type { Bench } from './acts.ts';

export async function openBench(
  connection: Connection,
): Promise<Bench & { app: FastifyInstance; close(): Promise<void> }> {
  const db = openDatabase(connection, 20);
  let now = new Date();
  const config = readConfig({
    ...{ REQUESTS_PER_MINUTE: '0', AVAILABILITY_REQUESTS_PER_MINUTE: '0', GUEST_RESERVATIONS_PER_MINUTE: '0' },
  });
  const service = { db, clock: () => now, config, secret: Buffer.from('a key for torture, of 32 letters') };
  const app = await buildDoor(service, handlers);
  const tokens = new Map<string, string>();
  return {
    service,
    app,
    setNow(to) {
      now = to;
    },
    async post(path, form, token) {
      const response = await app.inject({
        ...{ method: 'POST', url: path, payload: encodeForm(form).toString() },
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
      const { examinee_id: examineeId } = await db
        .selectFrom('examinees')
        .select('examinee_id')
        .where('institution_code', '=', institutionCode)
        .where('mail', '=', mail)
        .executeTakeFirstOrThrow();
      const token = await issueToken(db, { kind: 'examinee', institutionCode, examineeId }, now);
      tokens.set(key, token);
      return token;
    },
    async close() {
      await app.close();
      await db.destroy();
    },
  };
}
