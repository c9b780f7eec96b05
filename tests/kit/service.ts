// A whole service for a test: a database of its own, a clock that can be set, and calls that go through the HTTP server.

import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { type Selectable, sql } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { handlers } from '#app/calls.ts';
import { makeService } from '#app/service.ts';
import type { Connection } from '#db/connection.ts';
import { type Db, openDatabase } from '#db/database.ts';
import { RUNTIME } from '#db/embedded/cluster.ts';
import { startHeartbeat } from '#db/heartbeat.ts';
import type { Tables } from '#db/tables.ts';
import { type Config, readConfig } from '#server/config.ts';
import { buildHttpServer } from '#server/http/http-server.ts';
import { addAdministrator, createInstitution } from '#server/records/institutions.ts';
import type { Handler, Service } from '#server/service.ts';
import type { Call } from '#wire/call.ts';
import { encodeForm } from '#wire/form.ts';
import type { AnyRecord, Value } from '#wire/record.ts';
import { noteAnswer } from '../spec/answers.ts';
import { TEMPLATE } from './global-setup.ts';

export const PASSWORD = 'Biyori#2026';

export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the wire as a test sees it
  body: any;
}

export interface TestService {
  db: Db;
  config: Config;
  connection: Connection;
  /** For what the service itself may not do: whatever a test changes of the schema, or breaks. */
  superuser: Connection & pg.ClientConfig;
  admin: Db;
  app: Awaited<ReturnType<typeof buildHttpServer>>;
  /** What stands behind the HTTP server; a test of mails gives it an outbox. */
  running: Service;
  setNow(now: string): void;
  /** Sends wire codes as they are, to see what the HTTP server makes of them. */
  post(path: string, form: Record<string, unknown>, token?: string): Promise<Answered>;
  /** Sends what the contract encodes, and decodes what comes back; throws on any errorCode but 0. */
  ask<I extends AnyRecord, O extends AnyRecord>(call: Call<I, O>, input: Value<I>, token?: string): Promise<Value<O>>;
  logIn(username: string, password?: string): Promise<string>;
  /** As if nobody had tried to log in, and nobody's address were known. */
  forgetAttempts(): Promise<void>;
  /** What the access log holds once all that was read is written to it, in the order in which that happened. */
  readLog(): Promise<Selectable<Tables['access_log']>[]>;
  /** An institution with one administrator; returns a token of theirs. */
  openInstitution(institutionCode: string, userId: string): Promise<string>;
  close(): Promise<void>;
}

/** Tests come from one address, and their few people book all day. */
const FASTER_THAN_PEOPLE = {
  REQUESTS_PER_MINUTE: '0',
  TOKEN_REQUESTS_PER_MINUTE: '1000',
  BOOKINGS_PER_ACCOUNT_PER_DAY: '0',
  LIVE_BOOKINGS_PER_ACCOUNT: '0',
  BOOKINGS_PER_RECIPIENT_PER_DAY: '0',
};

export async function startTestService(
  options: { now?: string; env?: Record<string, string>; only?: readonly Handler[]; template?: string } = {},
): Promise<TestService> {
  const server = inject('database');
  const database = `t_${randomUUID().replaceAll('-', '')}`;
  // Its files are copied, without a line in the log for every page.
  await runOnServer(server, `create database ${database} template ${options.template ?? TEMPLATE} strategy file_copy`);
  const superuser = { ...server, database };
  const admin = openDatabase(superuser, 4);
  // As the role of the real one, so that a right that it lacks is found.
  const connection = { ...superuser, user: RUNTIME };
  const db = openDatabase(connection, 20);
  let now = new Date(options.now ?? '2026-11-15T10:00:00+09:00');
  const config = readConfig({ ...FASTER_THAN_PEOPLE, ...options.env });
  const heartbeat = startHeartbeat(connection, { db });
  const service = makeService({
    db,
    heartbeat,
    clock: () => now,
    config,
    secret: Buffer.from('a key for tests, of 32 characters'),
  });
  const app = await buildHttpServer(service, options.only ?? handlers);

  async function send(call: string, request: InjectOptions): Promise<Answered> {
    const response = await app.inject(request);
    const answered = { status: response.statusCode, body: response.json() };
    noteAnswer(call, answered);
    return answered;
  }
  const post: TestService['post'] = (path, form, token) =>
    send(path, {
      method: 'POST',
      url: path,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      payload: encodeForm(form).toString(),
    });

  const test: TestService = {
    db,
    config,
    connection,
    superuser,
    admin,
    app,
    running: service,
    post,
    setNow(text) {
      now = new Date(text);
    },
    async ask(call, input, token) {
      const form = call.request.encode(input);
      const answered =
        call.method === 'GET'
          ? await send(call.path, { method: 'GET', url: `${call.path}?${encodeForm(form)}` })
          : await post(call.path, form, token);
      if (!call.bare && answered.body.errorCode !== 0) {
        throw new Error(`${call.path} answered ${answered.status} ${JSON.stringify(answered.body)}`);
      }
      const reading = call.reply.decode(answered.body);
      if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
      return reading.value;
    },
    async logIn(username, password = PASSWORD) {
      const answered = await post('/Token', { grant_type: 'password', username, password });
      if (answered.status !== 200) throw new Error(`log-in of ${username} answered ${answered.status}`);
      return answered.body.access_token;
    },
    async forgetAttempts() {
      await db.deleteFrom('failed_tries').execute();
      await db.deleteFrom('login_attempts').execute();
    },
    async readLog() {
      await service.accessLog.flush();
      return db.selectFrom('access_log').selectAll().orderBy(sql`age(xmin) desc, ctid`).execute();
    },
    async openInstitution(institutionCode, userId) {
      await createInstitution(db, {
        institutionCode,
        routeParam: `r${institutionCode}`,
        name: `医療機関${institutionCode}`,
      });
      await addAdministrator(db, { institutionCode, userId, displayName: '受付　佐藤', password: PASSWORD });
      return test.logIn(userId);
    },
    async close() {
      await app.close();
      heartbeat.stop();
      // A test may have broken what they are written to.
      await service.accessLog.flush().catch(() => {});
      await db.destroy();
      await admin.destroy();
      await runOnServer(server, `drop database ${database} with (force)`);
    },
  };
  return test;
}

export async function runOnServer(server: Connection, statement: string): Promise<void> {
  // Not connected to the template, which could not be copied then.
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
