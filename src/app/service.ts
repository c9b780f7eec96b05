// Puts a server together: what it stands on, and everything that it keeps in memory from one call to the next.
import { createSecretKey } from 'node:crypto';
import { ReceptionDays } from '#backoffice/reception/server-day.ts';
import { makeBookingMemory } from '#booking/memory.ts';
import { FairQueue } from '#db/fair-queue.ts';
import { HiddenInstitutions } from '#server/access/hidden-institutions.ts';
import { SessionLookup } from '#server/access/session-lookup.ts';
import { SlowHashes } from '#server/access/slow-hashes.ts';
import { openWaitingRoom, TRIES } from '#server/access/waiting-room.ts';
import { LogQueue } from '#server/access-log/log-queue.ts';
import { Pictures } from '#server/http/pictures.ts';
import { BIG_ANSWERS } from '#server/load/big-reads.ts';
import { InstitutionCalls } from '#server/load/institution-calls.ts';
import { Watches } from '#server/load/watches.ts';
import type { Service } from '#server/service.ts';

type Ground = Pick<Service, 'db' | 'heartbeat' | 'clock' | 'config'> & { secret: Buffer };

export function makeService(ground: Ground): Service {
  const { db, config, secret } = ground;
  return {
    ...ground,
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
}
