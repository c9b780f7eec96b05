// Sends what the outbox holds, in turn by institution. A mail is never lost, and one that goes out twice after a crash
// or a cut connection carries the same Message-ID both times. See docs/decisions/0030-mail-outbox.md.
import type { FastifyBaseLogger } from 'fastify';
import { isOutages } from '#db/heartbeat.ts';
import type { Service } from '#server/service.ts';
import { oneClickUrl } from './mail-consent.ts';
import { type MailToSend, openDelivery, senderOf } from './outbox-delivery.ts';
import { type ReRenderMail, Sender } from './outbox-sender.ts';

/** So many mails a second and no more: a token bucket that holds a second's worth, so that a few are never delayed. */
class Pace {
  readonly #perSecond: number;
  #tokens: number;
  #filledAt = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#tokens = perSecond;
  }

  get room(): number {
    return Math.floor(this.#fill());
  }

  /** Infinite where there never is any. */
  get msUntilRoom(): number {
    return this.#fill() >= 1 ? 0 : ((1 - this.#tokens) / this.#perSecond) * 1000;
  }

  use(count: number): void {
    this.#tokens -= count;
  }

  #fill(): number {
    const now = performance.now();
    const filled = this.#tokens + ((now - this.#filledAt) / 1000) * this.#perSecond;
    this.#tokens = Math.min(filled, this.#perSecond);
    this.#filledAt = now;
    return this.#tokens;
  }
}

/** Between two looks when nobody said that there is something: for what other servers left, and for what is tried again. */
const LOOK_MS = 5_000;
const RENEW_MS = 20_000;

export interface Outbox {
  nudge(): void;
  /** Waits for the mails under way; whoever cannot wait that long loses none, since their leases run out. */
  stop(): Promise<void>;
}

export function startOutbox(
  service: Service,
  reRenderMail: ReRenderMail,
  log?: FastifyBaseLogger,
  lookMs = LOOK_MS,
): Outbox {
  const { db, clock, config } = service;
  const delivery = openDelivery(config, ({ kind, institution_code: institutionCode, recipient: mail }) =>
    kind === 'promotion' ? oneClickUrl(service, { institutionCode, mail }) : null,
  );
  // Nothing is asked for each mail where any sender will do.
  const ofListed = config.senderDomains === 'any' ? undefined : (mail: MailToSend) => senderOf(db, config, mail);
  // Written out here, where a name that is none of the sender's does not compile.
  const sender = new Sender({
    db,
    clock,
    delivery,
    connections: config.smtpConnections,
    reRenderMail,
    senderOf: ofListed,
    log,
    isOutages: (error) => isOutages(service.heartbeat, error),
  });
  const pace = new Pace(config.mailsPerSecond);
  let isStopped = false;
  let isNudged = false;
  let wake = () => {};
  const nudge = () => {
    isNudged = true;
    wake();
  };

  async function rest(ms: number): Promise<void> {
    if (!isNudged) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    isNudged = false;
  }

  async function work(): Promise<void> {
    while (!isStopped) {
      // Asked once: from then on there is only more room, and whoever asked again a moment later would see no wait at all.
      const wait = pace.msUntilRoom;
      const most = wait > 0 ? 0 : Math.min(sender.room, pace.room);
      if (most <= 0) {
        await rest(Math.min(lookMs, wait || sender.msUntilRoom || lookMs));
        continue;
      }
      const begun = await sender.begin(most, nudge).catch((error) => {
        sender.report(error);
        return 0;
      });
      pace.use(begun);
      if (begun === 0) await rest(lookMs);
    }
  }

  const working = work();
  const renewing = setInterval(() => sender.renew().catch((error) => sender.report(error)), RENEW_MS);
  return {
    nudge,
    async stop() {
      isStopped = true;
      nudge();
      await working;
      await sender.stop();
      clearInterval(renewing);
    },
  };
}
