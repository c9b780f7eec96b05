// Puts a server together: what it stands on, and everything that it keeps in memory from one call to the next.
import { ReceptionDays } from '#backoffice/day/reception/server-day.ts';
import { makeBookingCaches } from '#booking/caches.ts';
import { waitingBigReads } from '#db/database.ts';
import { FairQueue } from '#db/fair-queue.ts';
import { UnknownAttempts } from '#server/access/attempts-log.ts';
import { HiddenInstitutions } from '#server/access/hidden-institutions.ts';
import { KeyRing, ringOf } from '#server/access/key-ring.ts';
import { ATTEMPT_BOUNDS, makeLogInDelays } from '#server/access/login-limiter.ts';
import { SlowHashes } from '#server/access/passwords.ts';
import { SessionLookup } from '#server/access/tokens.ts';
import { LogQueue } from '#server/access-log/write-log.ts';
import type { Nightly } from '#server/backup/nightly.ts';
import { Metrics } from '#server/health/metrics.ts';
import { Pictures } from '#server/http/pictures.ts';
import { BIG_ANSWERS } from '#server/load/big-reads.ts';
import { InstitutionCalls } from '#server/load/call-limits.ts';
import type { Service } from '#server/service.ts';

// What is a field of the service stands above the file that says what a service is, which cannot name it.
declare module '#server/service.ts' {
  interface Service {
    accessLog: LogQueue;
    calls: InstitutionCalls;
    hidden: HiddenInstitutions;
    metrics: Metrics;
    nightly?: Nightly;
    pictures: Pictures;
    /** Days of the reception, as desks last saw them. */
    receptionDays: ReceptionDays;
    secret: KeyRing;
    sessions: SessionLookup;
    slowHashes: SlowHashes;
    unknownAttempts: UnknownAttempts;
  }
}

type Ground = Pick<Service, 'db' | 'heartbeat' | 'clock' | 'config'> & { secret: Buffer | KeyRing };

export function makeService(ground: Ground): Service {
  const { db, config, secret } = ground;
  const service: Service = {
    ...ground,
    phase: 'serving',
    metrics: new Metrics(),
    secret: secret instanceof KeyRing ? secret : ringOf(secret),
    calls: new InstitutionCalls(config.institutionCalls),
    bigAnswers: new FairQueue('answers of big reads', BIG_ANSWERS),
    sessions: new SessionLookup(db),
    hidden: new HiddenInstitutions(db, config.demo === 'open'),
    slowHashes: new SlowHashes(),
    attempts: new FairQueue('tries of passwords', ATTEMPT_BOUNDS),
    logInDelays: makeLogInDelays(config.attempts.waiting),
    unknownAttempts: new UnknownAttempts(),
    pictures: new Pictures(db),
    accessLog: new LogQueue(db),
    receptionDays: new ReceptionDays(),
    ...makeBookingCaches(db),
  };
  service.metrics.queues.push(...queuesOf(service));
  return service;
}

const queuesOf = (service: Service): [string, () => number][] => [
  ['calls_read', () => service.calls.waitingFor('read')],
  ['calls_write', () => service.calls.waitingFor('write')],
  ['calls_steps', () => service.calls.waitingFor('steps')],
  ['bookings', () => service.bookings.waiting],
  ['big_answers', () => service.bigAnswers.waiting],
  ['big_reads', () => waitingBigReads(service.db)],
  ['tries', () => service.attempts.waiting],
  ['password_waits', () => service.logInDelays.running],
  ['slow_hashes', () => service.slowHashes.waiting],
];
