// Puts a server together: what it stands on, and everything that it keeps in memory from one call to the next.
import { createSecretKey } from 'node:crypto';
import { ReceptionDays } from '#backoffice/reception/server-day.ts';
import { makeBookingMemory } from '#booking/memory.ts';
import { waitingBigReads } from '#db/database.ts';
import { FairQueue } from '#db/fair-queue.ts';
import { HiddenInstitutions } from '#server/access/hidden-institutions.ts';
import { SessionLookup } from '#server/access/session-lookup.ts';
import { SlowHashes } from '#server/access/slow-hashes.ts';
import { openWaitingRoom, TRIES } from '#server/access/waiting-room.ts';
import { LogQueue } from '#server/access-log/log-queue.ts';
import { Metrics } from '#server/health/metrics.ts';
import { Pictures } from '#server/http/pictures.ts';
import { BIG_ANSWERS } from '#server/load/big-reads.ts';
import { InstitutionCalls } from '#server/load/institution-calls.ts';
import { Watches } from '#server/load/watches.ts';
import type { Service } from '#server/service.ts';

type Ground = Pick<Service, 'db' | 'heartbeat' | 'clock' | 'config'> & { secret: Buffer };

export function makeService(ground: Ground): Service {
  const { db, config, secret } = ground;
  const service: Service = {
    ...ground,
    phase: 'serving',
    metrics: new Metrics(),
    secret: createSecretKey(secret),
    calls: new InstitutionCalls(config.institutionCalls),
    bigAnswers: new FairQueue('answers of big reads', BIG_ANSWERS),
    watches: new Watches(),
    sessions: new SessionLookup(db),
    hidden: new HiddenInstitutions(db, config.demo === 'open'),
    slowHashes: new SlowHashes(),
    tries: new FairQueue('tries of passwords', TRIES),
    waitingRoom: openWaitingRoom(config.tries.waiting),
    pictures: new Pictures(db),
    accessLog: new LogQueue(db),
    receptionDays: new ReceptionDays(),
    ...makeBookingMemory(db),
  };
  service.metrics.queues.push(...queuesOf(service));
  return service;
}

/** Where calls wait, besides for connections. */
const queuesOf = (service: Service): [string, () => number][] => [
  ['calls_read', () => service.calls.waitingFor('read')],
  ['calls_write', () => service.calls.waitingFor('write')],
  ['calls_steps', () => service.calls.waitingFor('steps')],
  ['bookings', () => service.bookings.waiting],
  ['big_answers', () => service.bigAnswers.waiting],
  ['big_reads', () => waitingBigReads(service.db)],
  ['tries', () => service.tries.waiting],
  ['password_waits', () => service.waitingRoom.running],
  ['slow_hashes', () => service.slowHashes.waiting],
];
